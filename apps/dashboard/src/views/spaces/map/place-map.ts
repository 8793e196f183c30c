import { Map as MapLibre } from 'maplibre-gl';
import { baseLayers, WORLD } from './base-layers.ts';
import './maplibre.ts';
import { palette, watchPalette, type Palette } from './palette.ts';

/** The base map has coasts and borders, but no streets, so there is nothing to see at higher zooms. */
const ZOOM = 3.5;

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
    // The map is a picture, so nothing in it should receive the focus.
    this.map.getCanvas().tabIndex = -1;
    this.endWatch = watchPalette(() => this.map.setStyle(styleOf(center, palette())));
  }

  close(): void {
    this.endWatch();
    this.map.remove();
  }
}

function styleOf(coordinates: [number, number], colours: Palette) {
  const data = { type: 'Point' as const, coordinates };
  return {
    version: 8 as const,
    sources: { world: WORLD, place: { type: 'geojson' as const, data } },
    layers: [
      ...baseLayers(colours),
      {
        id: 'place',
        type: 'circle' as const,
        source: 'place',
        paint: {
          'circle-color': colours.chosen,
          'circle-radius': 7,
          'circle-stroke-color': colours.halo,
          'circle-stroke-width': 2,
        },
      },
    ],
  };
}
