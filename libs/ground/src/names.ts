import { GROUND_COLORS } from './colors.js';
import { countryName } from './country-names.js';
import { fromTiles } from './layer.js';
import type { GroundLayer, GroundLook } from './layer.js';

const REGULAR = ['Noto Sans Regular'];
const BOLD = ['Noto Sans Bold'];
/** From this zoom, a name stands on its place, and not beside a dot. */
const TOWNS_ZOOM = 8;

const byZoom = (...stops: readonly unknown[]) => ['interpolate', ['linear'], ['zoom'], ...stops];
const isCapital = ['==', ['get', 'capital'], 1];
/** Larger places have larger names. */
const placeSize = (small: number, large: number) => [
  'interpolate',
  ['linear'],
  ['get', 'rank'],
  ...[3, large, 8, small],
];
const largestFirst = ['-', ['*', ['get', 'rank'], 100_000_000], ['get', 'population']];
const hasRoom = ['<=', ['get', 'rank'], ['zoom']];

/** Names, from what matters least: MapLibre gives room to the last layers first. */
export function nameLayers({ theme, language }: GroundLook): readonly GroundLayer[] {
  const { country, place, halo } = GROUND_COLORS[theme];
  const haloed = (color: string) => ({
    'text-color': color,
    'text-halo-color': halo,
    'text-halo-width': 1.25,
  });
  const places = {
    'text-field': ['get', 'name'],
    'text-font': ['case', isCapital, ['literal', BOLD], ['literal', REGULAR]],
    'text-max-width': 8,
    'symbol-sort-key': largestFirst,
  };
  return [
    fromTiles('places', {
      id: 'ground-towns',
      type: 'symbol',
      minzoom: TOWNS_ZOOM,
      filter: hasRoom,
      layout: { ...places, 'text-size': byZoom(8, placeSize(11, 16), 12, placeSize(13, 22)) },
      paint: haloed(place),
    }),
    fromTiles('places', {
      id: 'ground-cities',
      type: 'symbol',
      maxzoom: TOWNS_ZOOM,
      filter: hasRoom,
      layout: {
        ...places,
        'text-size': byZoom(3, placeSize(10, 11), 7, placeSize(10.5, 15)),
        'icon-image': ['case', isCapital, 'circle-stroked', 'circle'],
        'icon-size': ['case', isCapital, 0.35, 0.2],
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.45,
        'text-justify': 'auto',
      },
      paint: {
        ...haloed(place),
        'icon-color': place,
        'icon-halo-color': halo,
        'icon-halo-width': 1,
      },
    }),
    fromTiles('countries', {
      id: 'ground-countries',
      type: 'symbol',
      maxzoom: TOWNS_ZOOM,
      layout: {
        'text-field': countryName(language),
        'text-font': BOLD,
        'text-size': byZoom(1, ['interpolate', ['linear'], ['get', 'rank'], 1, 11, 4, 9], 6, [
          'interpolate',
          ['linear'],
          ['get', 'rank'],
          1,
          18,
          6,
          11,
        ]),
        'text-letter-spacing': 0.06,
        'text-max-width': 7,
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: haloed(country),
    }),
  ];
}
