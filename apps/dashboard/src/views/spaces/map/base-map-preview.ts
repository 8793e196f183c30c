import type { Map as MapLibre } from 'maplibre-gl';
import { hasFailed, onBaseMap } from './base-map.ts';
import type { GroundTexts } from './ground-end.ts';
import { openMap } from './open-map.ts';
import { watchPalette } from './palette.ts';

interface Told {
  readonly texts: GroundTexts;
  /** Called when some of the base map cannot be loaded. */
  readonly failed: () => void;
}

/** The base map alone. */
export class BaseMapPreview {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;

  constructor(container: HTMLElement, { texts, failed }: Told) {
    const style = () => onBaseMap({ sources: {}, layers: [] });
    this.map = openMap({ container, texts, style: style(), center: [10, 25], zoom: 1 });
    this.map.on('error', failed);
    this.endWatch = watchPalette(() => this.map.setStyle(style()));
    if (hasFailed) failed();
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}
