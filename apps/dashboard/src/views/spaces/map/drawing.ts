import type { Geometry } from '@cairn/client';
import type { Map as MapLibre } from 'maplibre-gl';
import {
  TerraDraw,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Shape } from '../edit/draft.svelte.ts';
import { drawable } from './drawable.ts';
import { palette, watchPalette } from './palette.ts';

export interface DrawingOptions {
  /** The shape to draw while there is no geometry. Without it, nothing is drawn. */
  readonly shape: Shape | undefined;
  /** Called when somebody has drawn or changed the geometry. */
  readonly onchange: (geometry: Geometry) => void;
}

const modes = { Point: 'point', LineString: 'linestring', Polygon: 'polygon' } as const;
const coordinates = { midpoints: true, draggable: true, deletable: true };

/** Draws or changes one geometry on a map. */
export class Drawing {
  private readonly draw: TerraDraw;
  private readonly endWatch: () => void;
  private shown: Geometry | null | undefined;

  constructor(
    map: MapLibre,
    private readonly options: DrawingOptions,
  ) {
    const styles = drawingStyles();
    // Disables keys that would deselect or delete the geometry in the panel.
    const keyEvents = { deselect: null, delete: null, rotate: null, scale: null };
    const flags = {
      point: { feature: { draggable: true } },
      linestring: { feature: { draggable: true, coordinates } },
      polygon: { feature: { draggable: true, coordinates } },
    };
    this.draw = new TerraDraw({
      adapter: new TerraDrawMapLibreGLAdapter({ map }),
      modes: [
        new TerraDrawPointMode({ styles: styles.point }),
        new TerraDrawLineStringMode({ styles: styles.linestring }),
        new TerraDrawPolygonMode({ styles: styles.polygon }),
        new TerraDrawSelectMode({ flags, keyEvents, allowManualDeselection: false, styles: styles.select }),
      ],
    });
    this.draw.start();
    this.draw.on('finish', (id) => this.take(id));
    this.endWatch = watchPalette(() => this.recolour());
  }

  /** Shows a geometry with handles. Returns whether it can be changed here. */
  show(geometry: Geometry | null): boolean {
    if (geometry !== null && geometry === this.shown) return true;
    this.shown = geometry;
    this.draw.clear();
    if (geometry === null) {
      if (this.options.shape !== undefined) this.draw.setMode(modes[this.options.shape]);
      return true;
    }
    const simple = drawable(geometry);
    if (simple === undefined) return false;
    const properties = { mode: modes[simple.type] };
    const [added] = this.draw.addFeatures([{ type: 'Feature', geometry: simple, properties }]);
    if (added?.valid !== true || added.id === undefined) return false;
    this.draw.selectFeature(added.id);
    return true;
  }

  close(): void {
    this.endWatch();
    this.draw.stop();
  }

  private take(id: string | number): void {
    const drawn = this.draw.getSnapshotFeature(id)?.geometry;
    const geometry = drawn === undefined ? undefined : geometryOf(drawn);
    if (geometry === undefined) return;
    this.shown = geometry;
    if (this.draw.getMode() !== 'select') this.draw.selectFeature(id);
    this.options.onchange(geometry);
  }

  private recolour(): void {
    const { point, linestring, polygon, select } = drawingStyles();
    this.draw.updateModeOptions<typeof TerraDrawPointMode>('point', { styles: point });
    this.draw.updateModeOptions<typeof TerraDrawLineStringMode>('linestring', { styles: linestring });
    this.draw.updateModeOptions<typeof TerraDrawPolygonMode>('polygon', { styles: polygon });
    this.draw.updateModeOptions<typeof TerraDrawSelectMode>('select', { styles: select });
  }
}

type Drawn = NonNullable<ReturnType<TerraDraw['getSnapshotFeature']>>['geometry'];

function geometryOf(drawn: Drawn): Geometry {
  const position = ([longitude = 0, latitude = 0]: readonly number[]) => [longitude, latitude] as const;
  switch (drawn.type) {
    case 'Point':
      return { type: 'Point', coordinates: position(drawn.coordinates) };
    case 'LineString':
      return { type: 'LineString', coordinates: drawn.coordinates.map(position) };
    case 'Polygon':
      return { type: 'Polygon', coordinates: drawn.coordinates.map((ring) => ring.map(position)) };
  }
}

/** The style of the drawing, in the colours of the theme. */
function drawingStyles() {
  const { chosen, halo } = palette();
  const line = { lineStringColor: chosen, lineStringWidth: 3 } as const;
  const area = {
    fillColor: chosen,
    fillOpacity: 0.25,
    outlineColor: chosen,
    outlineWidth: 3,
  } as const;
  const end = {
    closingPointColor: chosen,
    closingPointWidth: 6,
    closingPointOutlineColor: halo,
    closingPointOutlineWidth: 2,
  } as const;
  return {
    point: { pointColor: chosen, pointWidth: 8, pointOutlineColor: halo, pointOutlineWidth: 2 },
    linestring: { ...line, ...end },
    polygon: { ...area, ...end },
    select: {
      selectedPointColor: chosen,
      selectedPointWidth: 9,
      selectedPointOutlineColor: halo,
      selectedPointOutlineWidth: 2,
      selectedLineStringColor: chosen,
      selectedLineStringWidth: 3,
      selectedPolygonColor: chosen,
      selectedPolygonFillOpacity: 0.25,
      selectedPolygonOutlineColor: chosen,
      selectedPolygonOutlineWidth: 3,
      selectionPointColor: halo,
      selectionPointWidth: 6,
      selectionPointOutlineColor: chosen,
      selectionPointOutlineWidth: 2,
      midPointColor: chosen,
      midPointWidth: 4,
      midPointOutlineColor: halo,
      midPointOutlineWidth: 1,
    },
  } as const;
}
