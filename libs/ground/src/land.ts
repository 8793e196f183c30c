import { GROUND_COLORS } from './colors.js';
import type { GroundTheme } from './colors.js';
import { fromTiles } from './layer.js';
import type { GroundLayer } from './layer.js';

const byZoom = (...stops: readonly unknown[]) => ['interpolate', ['linear'], ['zoom'], ...stops];
const rounded = { 'line-cap': 'round', 'line-join': 'round' };
const riverWidth = (large: number, small: number) => [
  'interpolate',
  ['linear'],
  ['get', 'rank'],
  ...[1, large, 8, small],
];
const ofLevel = (level: number) => ['==', ['get', 'level'], level];

/** Water, land and borders. */
export function landLayers(theme: GroundTheme): readonly GroundLayer[] {
  const { water, land, river, border, division } = GROUND_COLORS[theme];
  return [
    { id: 'ground-water', type: 'background', paint: { 'background-color': water } },
    fromTiles('earth', { id: 'ground-land', type: 'fill', paint: { 'fill-color': land } }),
    fromTiles('rivers', {
      id: 'ground-rivers',
      type: 'line',
      layout: rounded,
      paint: {
        'line-color': river,
        'line-width': byZoom(2, 0.4, 5, riverWidth(1.2, 0.6), 8, riverWidth(2.6, 1), 12, riverWidth(5, 2)),
      },
    }),
    fromTiles('lakes', { id: 'ground-lakes', type: 'fill', paint: { 'fill-color': water } }),
    fromTiles('borders', {
      id: 'ground-divisions',
      type: 'line',
      filter: ofLevel(1),
      layout: rounded,
      paint: { 'line-color': division, 'line-width': byZoom(3, 0.5, 7, 1, 12, 1.5) },
    }),
    fromTiles('borders', {
      id: 'ground-borders',
      type: 'line',
      filter: ['all', ofLevel(0), ['!', ['has', 'disputed']]],
      layout: rounded,
      paint: { 'line-color': border, 'line-width': byZoom(1, 0.5, 4, 0.9, 8, 1.6, 12, 2.2) },
    }),
    fromTiles('borders', {
      id: 'ground-borders-disputed',
      type: 'line',
      filter: ['all', ofLevel(0), ['has', 'disputed']],
      paint: {
        'line-color': border,
        'line-width': byZoom(1, 0.5, 4, 0.9, 8, 1.6, 12, 2.2),
        'line-dasharray': [3, 2],
      },
    }),
  ];
}
