import type { Geometry } from '@cairn/client';
import { Map as MapLibre, NavigationControl, type StyleSpecification } from 'maplibre-gl';
import { baseLayers, WORLD } from './base-layers.ts';
import { boundsOf } from './geometry-bounds.ts';
import './maplibre.ts';
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

  constructor(container: HTMLElement) {
    this.map = new MapLibre({
      container,
      style: styleOf([]),
      center: [10, 25],
      zoom: 0.5,
      attributionControl: false,
      dragRotate: false,
      fadeDuration: 0,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }));
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
  const colours = palette();
  const features = shapes.map((geometry) => ({ type: 'Feature', geometry, properties: {} }));
  const data = { type: 'FeatureCollection', features } as never;
  return {
    version: 8,
    sources: { world: WORLD, sample: { type: 'geojson', data } },
    layers: [...baseLayers(colours), ...shapeLayers({ source: 'sample' }, colours)],
  };
}
