import type { MapStyle } from '@cairn/api-schema';
import type { Clustering, MapDescription, MapShape } from '@cairn/spaces';
import { centerOf } from './tile-json.js';

const SOURCE = 'space';

type Layer = MapStyle['layers'][number];

const ofType = (type: string): unknown => ['==', ['geometry-type'], type];
/** Interpolates from the value at zoom 4 to the one at zoom 16. */
const growing = (from: number, to: number): unknown => [
  'interpolate',
  ['exponential', 1.3],
  ['zoom'],
  4,
  from,
  16,
  to,
];

const layersOf: Readonly<Record<MapShape, readonly Omit<Layer, 'source' | 'source-layer'>[]>> = {
  polygon: [
    {
      id: 'areas',
      type: 'fill',
      filter: ofType('Polygon'),
      paint: { 'fill-color': '#5b8dbf', 'fill-opacity': 0.4 },
    },
    {
      id: 'outlines',
      type: 'line',
      filter: ofType('Polygon'),
      layout: { 'line-join': 'round' },
      paint: { 'line-color': '#2f5f8f', 'line-width': growing(0.5, 2) },
    },
  ],
  line: [
    {
      id: 'lines',
      type: 'line',
      filter: ofType('LineString'),
      layout: { 'line-join': 'round', 'line-cap': 'round' },
      paint: { 'line-color': '#9c3d10', 'line-width': growing(1.2, 4) },
    },
  ],
  point: [
    {
      id: 'points',
      type: 'circle',
      filter: ofType('Point'),
      paint: {
        'circle-color': '#d9480f',
        'circle-radius': growing(2.5, 8),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': growing(0.4, 1.5),
      },
    },
  ],
};

/** Cells with more features are darker. */
function cellLayers({ property }: Clustering): readonly Omit<Layer, 'source' | 'source-layer'>[] {
  const names = ['aggregation.qty', 'count', ...(property ? [`aggregation.${property.name}.qty`] : [])];
  const count = ['coalesce', ...names.map((name) => ['get', `properties.${name}`]), 1];
  const shades = [0, '#fde3c8', 2.5, '#f79f5c', 5, '#d9480f', 8, '#7a1f05'];
  const color = ['interpolate', ['linear'], ['ln', ['max', 1, ['to-number', count, 1]]], ...shades];
  return [
    {
      id: 'cells',
      type: 'fill',
      filter: ofType('Polygon'),
      paint: { 'fill-color': color, 'fill-opacity': 0.8, 'fill-outline-color': '#ffffff' },
    },
    {
      id: 'places',
      type: 'circle',
      filter: ofType('Point'),
      paint: { 'circle-color': color, 'circle-radius': growing(4, 10) },
    },
  ];
}

/** The input of a style. */
export interface Styled {
  /** The URL of the TileJSON. */
  readonly tileJson: string;
  /** Set if its tiles have cells instead of features. */
  readonly clustering?: Clustering | undefined;
}

/** A MapLibre style that shows only the space. */
export function styleOf(map: MapDescription, { tileJson, clustering }: Styled): MapStyle {
  const layers = clustering ? cellLayers(clustering) : map.shapes.flatMap((shape) => layersOf[shape]);
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
      ...layers.map((shown) => ({ ...shown, ...layer })),
    ],
  };
}
