import { Marker, type Map as MapLibre } from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import type { GroundTexts } from './ground-end.ts';
import { openMap } from './open-map.ts';
import { watchPalette } from './palette.ts';

export interface PickedPlace {
  readonly longitude: number;
  readonly latitude: number;
}

interface PickMapOptions {
  readonly container: HTMLElement;
  /** What marks the place. The arrow keys move it while it has the focus. */
  readonly marker: HTMLElement;
  /** Called with the place that somebody has chosen on the map. */
  readonly onpick: (place: PickedPlace) => void;
  readonly texts: GroundTexts;
}

/** Towns and the borders around them are in view. */
const ZOOM = 6;
/** The step of an arrow key, and with Shift, in pixels. */
const [STEP, FINE_STEP] = [10, 1];
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** A map on which people choose a place: by a click, or by moving its marker. */
export class PickMap {
  private readonly map: MapLibre;
  private readonly marker: Marker;
  private readonly endWatch: () => void;
  private isShown = false;

  constructor(private readonly options: PickMapOptions) {
    const { container, marker, texts } = options;
    this.map = openMap({
      container,
      texts,
      style: onBaseMap({ sources: {}, layers: [] }),
      center: [10, 25],
      zoom: 0.5,
    });
    this.marker = new Marker({ element: marker, draggable: true, anchor: 'bottom' });
    this.map.on('click', ({ lngLat: { lng, lat } }) => this.pick(lng, lat));
    this.marker.on('dragend', () => {
      const { lng, lat } = this.marker.getLngLat();
      this.pick(lng, lat);
    });
    marker.addEventListener('keydown', this.press);
    // A click on the marker is not one on the map.
    marker.addEventListener('click', (event) => event.stopPropagation());
    this.endWatch = watchPalette(() => this.map.setStyle(onBaseMap({ sources: {}, layers: [] })));
  }

  /** Marks a place, and brings it into view if it was not chosen on the map. */
  show(place: PickedPlace | undefined): void {
    if (place === undefined) {
      this.marker.remove();
      this.isShown = false;
      return;
    }
    const center: [number, number] = [place.longitude, place.latitude];
    this.marker.setLngLat(center);
    if (!this.isShown) this.marker.addTo(this.map);
    this.isShown = true;
    if (!this.map.getBounds().contains(center)) this.map.jumpTo({ center });
  }

  /** Brings a place that was typed into view. */
  goTo({ longitude, latitude }: PickedPlace): void {
    this.map.jumpTo({ center: [longitude, latitude], zoom: Math.max(ZOOM, this.map.getZoom()) });
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }

  private readonly press = (event: KeyboardEvent): void => {
    const arrow = arrows[event.key];
    if (arrow === undefined) return;
    event.preventDefault();
    event.stopPropagation(); // the map would move too
    const step = event.shiftKey ? FINE_STEP : STEP;
    const { x, y } = this.map.project(this.marker.getLngLat());
    const { lng, lat } = this.map.unproject([x + arrow[0] * step, y + arrow[1] * step]);
    this.pick(lng, lat);
  };

  /** With 5 decimals, which is about a metre. */
  private pick(lng: number, lat: number): void {
    const round = (degrees: number): number => Math.round(degrees * 1e5) / 1e5;
    const longitude = round(((((lng + 180) % 360) + 360) % 360) - 180);
    this.options.onpick({ longitude, latitude: round(Math.max(-90, Math.min(90, lat))) });
  }
}
