import { Map as MapLibre, NavigationControl } from 'maplibre-gl';
import { baseLayers, WORLD } from './base-layers.ts';
import { unwrapped } from './geometry-bounds.ts';
import { visibleBounds } from './visible-bounds.ts';
import './maplibre.ts';
import { palette, watchPalette, type Palette } from './palette.ts';

interface AreaMapOptions {
  readonly container: HTMLElement;
  /** West, south, east, north, with a greater west across the antimeridian; empty for the whole world. */
  readonly bounds: readonly number[];
  /** Called with the part of the world that is visible, also at first. */
  readonly onmove: (bounds: readonly number[]) => void;
}

/** A map on which people choose an area: what is visible. */
export class AreaMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;

  constructor({ container, bounds, onmove }: AreaMapOptions) {
    const start = unwrapped(bounds);
    this.map = new MapLibre({
      container,
      style: styleOf(palette()),
      ...(start === undefined ? { center: [10, 25], zoom: 0.5 } : { bounds: [...start] }),
      attributionControl: false,
      dragRotate: false,
      fadeDuration: 0,
    });
    this.map.touchZoomRotate.disableRotation();
    this.map.addControl(new NavigationControl({ showCompass: false }));
    const tell = (): void => onmove(visibleBounds(this.map));
    if (start === undefined) tell();
    // A map that is only resized keeps the area that was chosen.
    this.map.on('moveend', ({ originalEvent }: { originalEvent?: unknown }) => originalEvent && tell());
    this.map.on('zoomend', tell);
    this.endWatch = watchPalette(() => this.map.setStyle(styleOf(palette())));
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}

function styleOf(colours: Palette) {
  return { version: 8 as const, sources: { world: WORLD }, layers: [...baseLayers(colours)] };
}
