import type { MapStyle } from '@cairn/api-schema';
import type { MapDescription, MapShape } from '@cairn/spaces';
import { centerOf } from './tile-json.js';

const SOURCE = 'space';

type Layer = MapStyle['layers'][number];

const ofType = (type: string): unknown => ['==', ['geometry-type'], type];
/** Grows from one value at zoom 4 to the other at zoom 16. */
const growing = (...[from, to]: [from: number, to: number]): unknown => [
  ...['interpolate', ['exponential', 1.3], ['zoom']],
  ...[4, from, 16, to],
];

const layersOf: Readonly<Record<MapShape, readonly Omit<Layer, 'source' | 'source-layer'>[]>> = {
  polygon: [
    {
      ...{ id: 'areas', type: 'fill', filter: ofType('Polygon') },
      paint: { 'fill-color': '#5b8dbf', 'fill-opacity': 0.4 },
    },
    {
      ...{ id: 'outlines', type: 'line', filter: ofType('Polygon') },
      layout: { 'line-join': 'round' },
      paint: { 'line-color': '#2f5f8f', 'line-width': growing(0.5, 2) },
    },
  ],
  line: [
    {
      ...{ id: 'lines', type: 'line', filter: ofType('LineString') },
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': '#9c3d10', 'line-width': growing(1.2, 4) },
    },
  ],
  point: [
    {
      ...{ id: 'points', type: 'circle', filter: ofType('Point') },
      paint: {
        'circle-color': '#d9480f',
        'circle-radius': growing(2.5, 8),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': growing(0.4, 1.5),
      },
    },
  ],
};

/** A style by MapLibre's specification that shows the space alone. @param tileJson The address of its TileJSON. */
export function styleOf(map: MapDescription, tileJson: string): MapStyle {
  const [longitude, latitude, zoom] = centerOf(map);
  const layer = { source: SOURCE, 'source-layer': map.space.id };
  return {
    version: 8,
    name: map.space.title,
    center: [longitude, latitude],
    zoom,
    sources: { [SOURCE]: { type: 'vector', url: tileJson } },
    layers: [
      { id: 'background', type: 'background', paint: { 'background-color': '#f6f4ee' } },
      ...map.shapes.flatMap((shape) => layersOf[shape].map((shown) => ({ ...shown, ...layer }))),
    ],
  };
}
