import type { Geometry } from '@cairn/client';
import type { Map as MapLibre, StyleSpecification } from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import { boundsOf } from './geometry-bounds.ts';
import type { GroundTexts } from './ground-end.ts';
import { openMap } from './open-map.ts';
import { palette, watchPalette } from './palette.ts';
import { shapeLayers } from './style.ts';

/** Farther in, the base map has nothing that says where the shapes are. */
const MAX_ZOOM = 7;

/** A map of some shapes, which are drawn as those of a space. */
export class SampleMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;
  private shapes: readonly Geometry[] = [];
  private isStyled = false;

  constructor(container: HTMLElement, texts: GroundTexts) {
    this.map = openMap({
      container,
      texts,
      style: styleOf([]),
      center: [10, 25],
      zoom: 0.5,
    });
    void this.map.once('style.load').then(() => {
      this.isStyled = true; // before that, the map would ignore another style
      this.draw();
    });
    this.endWatch = watchPalette(() => this.draw());
  }

  /** Shows these shapes, and all of them. */
  show(shapes: readonly Geometry[]): void {
    this.shapes = shapes;
    const bounds = boundsOf({ type: 'GeometryCollection', geometries: shapes });
    if (bounds !== undefined)
      this.map.fitBounds([...bounds], { padding: 40, maxZoom: MAX_ZOOM, duration: 0 });
    this.draw();
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }

  private draw(): void {
    if (this.isStyled) this.map.setStyle(styleOf(this.shapes));
  }
}

function styleOf(shapes: readonly Geometry[]): StyleSpecification {
  const features = shapes.map((geometry) => ({ type: 'Feature', geometry, properties: {} }));
  const data = { type: 'FeatureCollection', features } as never;
  return onBaseMap({
    sources: { sample: { type: 'geojson', data } },
    layers: shapeLayers({ source: 'sample' }, palette()),
  });
}
