import { AttributionControl, Map as MapLibre } from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import './maplibre.ts';
import { palette, watchPalette, type Palette } from './palette.ts';

/** The next large towns are in view. */
const ZOOM = 5;

/** A small static map with one point. */
export class PlaceMap {
  private readonly map: MapLibre;
  private readonly endWatch: () => void;

  constructor(container: HTMLElement, place: readonly [longitude: number, latitude: number]) {
    const center: [number, number] = [...place];
    this.map = new MapLibre({
      container,
      style: styleOf(center, palette()),
      center,
      zoom: ZOOM,
      interactive: false,
      attributionControl: false,
      fadeDuration: 0,
    });
    this.map.addControl(new AttributionControl({ compact: false }));
    // The map is a picture, so nothing in it should receive the focus.
    this.map.getCanvas().tabIndex = -1;
    container.querySelector('.maplibregl-control-container')?.setAttribute('inert', '');
    this.endWatch = watchPalette(() => this.map.setStyle(styleOf(center, palette())));
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}

function styleOf(coordinates: [number, number], colours: Palette) {
  const data = { type: 'Point' as const, coordinates };
  return onBaseMap({
    sources: { place: { type: 'geojson', data } },
    layers: [
      {
        id: 'place',
        type: 'circle',
        source: 'place',
        paint: {
          'circle-color': colours.chosen,
          'circle-radius': 7,
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 2,
        },
      },
    ],
  });
}
