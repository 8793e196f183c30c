import type { MapStyle } from '@cairn/api-schema';
import type { GroundStyle } from '@cairn/ground';
import { cellsOf, styleLayers, type LayerStyle, type StyleLayer } from '@cairn/map-style';
import type { MapLayer, WebMap } from '@cairn/maps';
import type { Clustering, MapDescription } from '@cairn/spaces';
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
  /** The default map of the space. */
  readonly shown: Pick<WebMap, 'layers' | 'view'>;
  /** Has the letters and icons. */
  readonly ground: Pick<GroundStyle, 'glyphs' | 'sprite' | 'font-faces'>;
  /** Set if its tiles have cells instead of features. */
  readonly clustering?: Clustering | undefined;
}

/** A MapLibre style that shows only the space, as its default map does. */
export function styleOf(map: MapDescription, { tileJson, clustering, shown, ground }: Styled): MapStyle {
  const [longitude, latitude, zoom] = shown.view
    ? [shown.view.longitude, shown.view.latitude, shown.view.zoom]
    : centerOf(map);
  const layer = { source: SOURCE, 'source-layer': map.space.id };
  const layers = clustering
    ? cellLayers(clustering).map((cells) => ({ ...cells, ...layer }))
    : featureLayers(map, shown);
  const { glyphs, sprite, 'font-faces': fontFaces } = ground;
  const hasTexts = layers.some(({ type }) => type === 'symbol');
  return {
    version: 8,
    name: map.space.title,
    center: [longitude, latitude],
    zoom,
    ...(hasTexts && { glyphs, sprite, ...(fontFaces && { 'font-faces': fontFaces }) }),
    sources: { [SOURCE]: { type: 'vector', url: tileJson } },
    layers: [{ id: 'background', type: 'background', paint: { 'background-color': '#f6f4ee' } }, ...layers],
    metadata: { 'cairn:layers': wholeLayers(map, shown).map(explained) },
  };
}

/** Those that show all features of the space, for pages that draw them in another theme. */
const wholeLayers = ({ space }: MapDescription, { layers }: Styled['shown']): Styled['shown']['layers'] =>
  layers.filter(({ space: id, filter }) => id === space.id && filter === undefined);

/** Of its own space, a reader may know how the map shows it. */
const explained = ({ id, title, style, popup, visible }: MapLayer) => ({
  id,
  title,
  visible,
  style,
  ...(popup && { popup }),
});

/** Of a map without a layer that shows the whole space. */
const PLAIN: LayerStyle = { color: { by: 'one', color: '#2a6f97' } };

/** The layers of a map that show all features of the space. Tiles of the space do not have the others. */
function featureLayers(map: MapDescription, shown: Styled['shown']): readonly StyleLayer[] {
  const { space, shapes } = map;
  const whole = wholeLayers(map, shown).filter(({ style }) => cellsOf(style) === undefined);
  const place = { source: SOURCE, sourceLayer: space.id, theme: 'light', shapes } as const;
  if (whole.length === 0) return styleLayers(PLAIN, { ...place, idPrefix: '' });
  const prefixOf = (id: string): string => (whole.length === 1 ? '' : `${id}:`);
  return whole.flatMap(({ id, style }) => styleLayers(style, { ...place, idPrefix: prefixOf(id) }));
}
