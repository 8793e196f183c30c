import type { Geometry } from '@cairn/client';
import type {
  GeoJSONSourceSpecification,
  LayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import { CELL_LAYER, cellLayers } from './cell-layers.ts';
import { counted } from './counted-tiles.ts';
import type { Palette } from './palette.ts';
import { cellSourceOf, drawnLayers, drawsFeatures, FEATURES, type DrawnLayer } from './space-layers.ts';

/** The tiles of a space, and the highlighted feature. */
export interface MapContent {
  readonly spaceId: string;
  /** The address of tiles, with `{z}/{x}/{y}`. */
  readonly tiles: string;
  /** Whether the tiles contain hexagons instead of features. */
  readonly hasCells: boolean;
  /** What draws the features, from below to above. All of them look the same without it. */
  readonly layers?: readonly DrawnLayer[] | undefined;
  readonly chosenId: string | undefined;
  /** The geometry of the chosen feature, once it is known. It is shown even if tiles omit it or show hexagons. */
  readonly chosenPlace?: Geometry | undefined;
  /** The feature that is being changed. Its stored version is hidden. */
  readonly editedId?: string | undefined;
}

export const MAX_TILE_ZOOM = 16;

/** The features of the space on the base map. */
export function styleOf(content: MapContent, colours: Palette): StyleSpecification {
  const { spaceId, hasCells } = content;
  const sources = Object.entries(tilesBySource(content)).map(
    ([name, tiles]): [string, VectorSourceSpecification] => [
      name,
      { type: 'vector', tiles: [counted(tiles)], maxzoom: MAX_TILE_ZOOM },
    ],
  );
  return onBaseMap({
    sources: { ...Object.fromEntries(sources), chosen: chosenSource(content) },
    layers: hasCells ? cellLayers(spaceId, colours) : featureLayers(content, colours),
    chosen: chosenLayers(content, colours),
  });
}

/** The addresses of tiles. Hexagons have sources of their own, because layers of features do not fit their tiles. */
export function tilesBySource({
  tiles,
  hasCells,
  layers = [],
}: MapContent): Readonly<Record<string, string>> {
  if (hasCells) return { [CELL_LAYER]: tiles };
  const cells = layers.flatMap((layer) =>
    layer.cellTiles === undefined ? [] : [[cellSourceOf(layer), layer.cellTiles] as const],
  );
  return { [FEATURES]: tiles, ...Object.fromEntries(cells) };
}

/** The ids of the layers that have features, of those that a map has. */
export function featureLayersOf({ layers, hasCells }: MapContent, ids: readonly string[]): readonly string[] {
  if (hasCells) return [];
  if (layers === undefined) return ids.filter((id) => PLAIN_LAYERS.includes(id));
  const prefixes = layers.filter(drawsFeatures).map(({ id }) => `${id}:`);
  const isCells = (id: string): boolean => /:(?:clusters|counts|heat)$/.test(id);
  return ids.filter((id) => prefixes.some((prefix) => id.startsWith(prefix)) && !isCells(id));
}

const PLAIN_LAYERS = ['areas', 'lines', 'points'];

const growing = (from: number, to: number) =>
  ['interpolate', ['exponential', 1.3], ['zoom'], 2, from, 14, to] satisfies unknown[] as never;

function featureLayers(content: MapContent, colours: Palette): readonly LayerSpecification[] {
  const { spaceId, editedId, layers } = content;
  if (layers !== undefined) return drawnLayers(layers, { spaceId, editedId });
  const isShown = editedId === undefined ? [] : [['!=', ['get', 'id'], editedId]];
  return shapeLayers({ source: FEATURES, 'source-layer': spaceId }, colours, isShown);
}

interface ShapeSource {
  readonly source: string;
  readonly 'source-layer'?: string;
}

/** Areas, lines and points of a source, as far as these conditions hold. */
export function shapeLayers(
  from: ShapeSource,
  { area, edge, line, point, halo }: Palette,
  isShown: readonly unknown[] = [],
): readonly LayerSpecification[] {
  const ofType = (type: string) => ['all', ['==', ['geometry-type'], type], ...isShown] as never;
  return [
    {
      id: 'areas',
      type: 'fill',
      ...from,
      filter: ofType('Polygon'),
      paint: { 'fill-color': area, 'fill-opacity': 0.35 },
    },
    {
      id: 'edges',
      type: 'line',
      ...from,
      filter: ofType('Polygon'),
      paint: { 'line-color': edge, 'line-width': growing(0.5, 2) },
    },
    {
      id: 'lines',
      type: 'line',
      ...from,
      filter: ofType('LineString'),
      layout: { 'line-cap': 'round', 'line-join': 'round' },
      paint: { 'line-color': line, 'line-width': growing(1.2, 4) },
    },
    {
      id: 'points',
      type: 'circle',
      ...from,
      filter: ofType('Point'),
      paint: {
        'circle-color': point,
        'circle-radius': growing(3.5, 8),
        'circle-stroke-color': halo,
        'circle-stroke-width': 1.2,
      },
    },
  ];
}

function chosenSource({ chosenPlace }: MapContent): GeoJSONSourceSpecification {
  const data =
    chosenPlace === undefined
      ? { type: 'FeatureCollection', features: [] }
      : { type: 'Feature', geometry: chosenPlace, properties: {} };
  return { type: 'geojson', data: data as never };
}

/** Uses the tiles, which are available at once, until the geometry is known. */
function chosenLayers(
  { spaceId, hasCells, chosenId, chosenPlace, editedId }: MapContent,
  colours: Palette,
): readonly LayerSpecification[] {
  if (chosenId === undefined || editedId !== undefined) return [];
  if (hasCells && chosenPlace === undefined) return [];
  const isPlaced = chosenPlace !== undefined;
  const from = isPlaced ? { source: 'chosen' } : { source: FEATURES, 'source-layer': spaceId };
  const isChosen = isPlaced ? [] : [['==', ['get', 'id'], chosenId]];
  return [
    {
      id: 'chosen-line',
      type: 'line',
      ...from,
      filter: ['all', ['!=', ['geometry-type'], 'Point'], ...isChosen] as never,
      paint: { 'line-color': colours.chosen, 'line-width': 3 },
    },
    {
      id: 'chosen-point',
      type: 'circle',
      ...from,
      filter: ['all', ['==', ['geometry-type'], 'Point'], ...isChosen] as never,
      paint: {
        'circle-color': colours.chosen,
        'circle-radius': growing(6, 11),
        'circle-stroke-color': colours.halo,
        'circle-stroke-width': 2,
      },
    },
  ];
}

/** The prefix of the sources and layers of a drawing. */
const DRAWN = 'td-';

/** The new style, with the layers of the current drawing. */
export function withDrawing(
  before: StyleSpecification | undefined,
  style: StyleSpecification,
): StyleSpecification {
  if (before === undefined) return style;
  const sources = Object.entries(before.sources).filter(([name]) => name.startsWith(DRAWN));
  const layers = before.layers.filter(({ id }) => id.startsWith(DRAWN));
  return {
    ...style,
    sources: { ...style.sources, ...Object.fromEntries(sources) },
    layers: [...style.layers, ...layers],
  };
}
