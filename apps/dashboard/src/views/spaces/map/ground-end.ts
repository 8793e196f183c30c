import type { IControl, Map as MapLibre } from 'maplibre-gl';
import { END_ZOOM } from './base-map.ts';

/** What a map says where the base map ends. */
export interface GroundTexts {
  readonly ends: string;
  /** How to have more; absent for those who cannot. */
  readonly more?: string | undefined;
}

/** Says that the base map ends, from the zoom on from which it shows nothing more. */
export class GroundEnd implements IControl {
  private readonly element = document.createElement('div');
  private map: MapLibre | undefined;

  constructor({ ends, more }: GroundTexts) {
    this.element.className = 'maplibregl-ctrl ground-end';
    this.element.setAttribute('role', 'status');
    if (more === undefined) this.element.append(ends);
    else {
      const [details, summary, text] = ['details', 'summary', 'p'].map((name) =>
        document.createElement(name),
      ) as [HTMLElement, HTMLElement, HTMLElement];
      summary.append(ends);
      text.append(more);
      details.append(summary, text);
      this.element.append(details);
    }
  }

  onAdd(map: MapLibre): HTMLElement {
    this.map = map;
    map.on('zoom', this.follow);
    this.follow();
    return this.element;
  }

  onRemove(): void {
    this.map?.off('zoom', this.follow);
    this.element.remove();
  }

  private readonly follow = (): void => {
    this.element.hidden = (this.map?.getZoom() ?? 0) < END_ZOOM;
  };
}
