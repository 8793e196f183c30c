import type { Geometry } from '@cairn/client';
import type { GeoJSONSourceSpecification, LayerSpecification, StyleSpecification } from 'maplibre-gl';
import { onBaseMap } from './base-map.ts';
import { cellLayers } from './cell-layers.ts';
import { counted } from './counted-tiles.ts';
import type { Palette } from './palette.ts';

/** The tiles of a space, and the highlighted feature. */
export interface MapContent {
  readonly spaceId: string;
  /** The address of tiles, with `{z}/{x}/{y}`. */
  readonly tiles: string;
  /** Whether the tiles contain hexagons instead of features. */
  readonly hasCells: boolean;
  /** Whether points are small and without rims at low zooms. */
  readonly isDense?: boolean;
  readonly chosenId: string | undefined;
  /** The geometry of the chosen feature, once it is known. It is shown even if tiles omit it or show hexagons. */
  readonly chosenPlace?: Geometry | undefined;
  /** The feature that is being changed. Its stored version is hidden. */
  readonly editedId?: string | undefined;
}

/** The layers with features, queried for clicks. */
export const FEATURE_LAYERS = ['areas', 'lines', 'points'];
export const MAX_TILE_ZOOM = 16;

/** The features of the space on the base map. */
export function styleOf(content: MapContent, colours: Palette): StyleSpecification {
  const { spaceId, tiles, hasCells } = content;
  const layers = hasCells ? cellLayers(spaceId, colours) : featureLayers(content, colours);
  return onBaseMap({
    sources: {
      [sourceOf(content)]: { type: 'vector', tiles: [counted(tiles)], maxzoom: MAX_TILE_ZOOM },
      chosen: chosenSource(content),
    },
    layers: [...layers, ...chosenLayers(content, colours)],
  });
}

/** The name of the source. Hexagons have their own source, because layers of features do not fit their tiles. */
export const sourceOf = ({ hasCells }: MapContent): string => (hasCells ? 'cells' : 'space');

const growing = (from: number, to: number) =>
  ['interpolate', ['exponential', 1.3], ['zoom'], 2, from, 14, to] satisfies unknown[] as never;

/** Rims that appear between these zooms. */
const RIMS_OF_DENSE = ['interpolate', ['linear'], ['zoom'], 8, 0, 12, 1.2] satisfies unknown[] as never;

function featureLayers(
  { spaceId, editedId, isDense = false }: MapContent,
  colours: Palette,
): readonly LayerSpecification[] {
  const isShown = editedId === undefined ? [] : [['!=', ['get', 'id'], editedId]];
  return shapeLayers({ source: 'space', 'source-layer': spaceId }, colours, { isShown, isDense });
}

interface ShapeSource {
  readonly source: string;
  readonly 'source-layer'?: string;
}

/** Areas, lines and points of a source. */
export function shapeLayers(
  from: ShapeSource,
  { area, edge, line, point, halo }: Palette,
  {
    isShown = [],
    isDense = false,
  }: {
    /** Conditions for features to be shown. */
    readonly isShown?: readonly unknown[];
    readonly isDense?: boolean;
  } = {},
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
        'circle-radius': isDense ? growing(1.5, 8) : growing(3.5, 8),
        'circle-stroke-color': halo,
        'circle-stroke-width': isDense ? RIMS_OF_DENSE : 1.2,
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
  const from = isPlaced ? { source: 'chosen' } : { source: 'space', 'source-layer': spaceId };
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
