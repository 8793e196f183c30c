import type { Map as MapLibre } from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import { unwrapped } from './geometry-bounds.ts';
import { visibleBounds } from './visible-bounds.ts';
import type { GroundTexts } from './ground-end.ts';
import { openMap } from './open-map.ts';
import { watchPalette } from './palette.ts';

interface AreaMapOptions {
  readonly container: HTMLElement;
  /** West, south, east, north, with a greater west across the antimeridian; empty for the whole world. */
  readonly bounds: readonly number[];
  /** Called with the part of the world that is visible, also at first. */
  readonly onmove: (bounds: readonly number[]) => void;
  readonly texts: GroundTexts;
}

/** A map on which people choose an area: what is visible. */
export class AreaMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;

  constructor({ container, bounds, onmove, texts }: AreaMapOptions) {
    const start = unwrapped(bounds);
    this.map = openMap({
      container,
      texts,
      style: onBaseMap({ sources: {}, layers: [] }),
      ...(start === undefined ? { center: [10, 25], zoom: 0.5 } : { bounds: [...start] }),
    });
    const tell = (): void => onmove(visibleBounds(this.map));
    if (start === undefined) tell();
    // A map that is only resized keeps the area that was chosen.
    this.map.on('moveend', ({ originalEvent }: { originalEvent?: unknown }) => originalEvent && tell());
    this.map.on('zoomend', tell);
    this.endWatch = watchPalette(() => this.map.setStyle(onBaseMap({ sources: {}, layers: [] })));
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}
