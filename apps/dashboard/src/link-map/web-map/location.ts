import { Marker, type Map as MapLibre } from 'maplibre-gl';
import { make } from '../../map-parts/make.ts';
import type { Words } from './words.ts';

const NEAR = 14;
const PATIENCE_MS = 15_000;

/** Shows on the map where its reader is, if the browser tells it. */
export class OwnPlace {
  readonly status = make('p', { role: 'status', class: 'muted' });
  private marker: Marker | undefined;

  constructor(
    private readonly map: MapLibre,
    private readonly words: Words,
  ) {}

  find(): void {
    const { words } = this;
    this.status.textContent = words.locating;
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        this.status.textContent = words.youAreHere;
        this.marker ??= new Marker({ element: make('i', { class: 'own-place', role: 'img', 'aria-label': words.youAreHere }) }); // prettier-ignore
        this.marker.setLngLat([longitude, latitude]).addTo(this.map);
        this.map.flyTo({ center: [longitude, latitude], zoom: Math.max(this.map.getZoom(), NEAR) });
      },
      (error) => {
        this.status.textContent = this.reasonOf(error);
      },
      { timeout: PATIENCE_MS, enableHighAccuracy: true },
    );
  }

  /** The page around a frame may forbid it, and then no setting of this page helps. */
  private reasonOf({ code, PERMISSION_DENIED }: GeolocationPositionError): string {
    const { denied, unavailable, noLocation } = this.words;
    if (code !== PERMISSION_DENIED) return unavailable;
    return self === top && isSecureContext ? denied : noLocation;
  }
}
