import type { MapStyle } from '@cairn/api-schema';
import { GROUND_COLORS, type GroundStyle } from '@cairn/ground';
import { legendOf, styleLayers, type StyleLayer, type Theme } from '@cairn/map-style';
import {
  MAP_TILE_LAYER,
  type LayerDescription,
  type LayerTile,
  type MapLayer,
  type WebMap,
} from '@cairn/maps';
import { mapBounds } from '@cairn/spaces';

/** A layer that is there to be shown. */
export interface DescribedLayer {
  readonly layer: Pick<MapLayer, 'id' | 'title' | 'style' | 'popup' | 'table' | 'visible'>;
  readonly description: LayerDescription;
  /** The address of tiles of its features or of cells, with `{z}`, `{x}` and `{y}`. */
  readonly tiles: (of: LayerTile['of']) => string;
}

interface Styled {
  readonly map: Pick<WebMap, 'title' | 'view' | 'baseMap'>;
  readonly layers: readonly DescribedLayer[];
  readonly theme: Theme;
  /** Has the letters and icons of all maps, and what is below and above the layers of most. */
  readonly ground: GroundStyle;
}

const WORLD: NonNullable<WebMap['view']> = { longitude: 0, latitude: 20, zoom: 1 };

/** A MapLibre style that shows a map. `metadata` has what its layers are called, and what their colors mean. */
export function webMapStyle({ map, layers, theme, ground }: Styled): MapStyle {
  const { glyphs, sprite, 'font-faces': fontFaces } = ground;
  const base = map.baseMap === 'none' ? bare(theme) : ground;
  const names = base.layers.findIndex(({ type }) => type === 'symbol');
  const above = names === -1 ? base.layers.length : names;
  const { longitude, latitude, zoom, bearing, pitch } = map.view ?? WORLD;
  return {
    version: 8,
    name: map.title,
    center: [longitude, latitude],
    zoom,
    ...(bearing !== undefined && { bearing }),
    ...(pitch !== undefined && { pitch }),
    glyphs,
    sprite,
    ...(fontFaces && { 'font-faces': fontFaces }),
    sources: { ...base.sources, ...Object.fromEntries(layers.flatMap((layer) => sourcesOf(layer, theme))) },
    layers: [
      ...base.layers.slice(0, above),
      ...layers.flatMap(({ layer }) => drawn(layer, theme)),
      ...base.layers.slice(above),
    ],
    metadata: {
      'cairn:layers': layers.map(({ layer }) => explained(layer, theme)),
      'cairn:view': map.view === undefined ? 'all' : 'stored',
    },
  };
}

/** Land everywhere. */
function bare(theme: Theme): Pick<GroundStyle, 'sources' | 'layers'> {
  const paint = { 'background-color': GROUND_COLORS[theme].land };
  return { sources: {}, layers: [{ id: 'background', type: 'background', paint }] };
}

/** Those that the layer draws from. */
function sourcesOf({ layer, tiles, description }: DescribedLayer, theme: Theme): [string, Source][] {
  const { minZoom, maxZoom, bounds, attribution } = description;
  const used = new Set(drawn(layer, theme).map(({ source }) => source));
  const source = (of: LayerTile['of']): Source => ({
    type: 'vector',
    tiles: [tiles(of)],
    minzoom: minZoom,
    maxzoom: maxZoom,
    ...(bounds !== undefined && { bounds: [...mapBounds(bounds)] }),
    ...(attribution !== '' && { attribution }),
  });
  return (['features', 'cells'] as const)
    .filter((of) => used.has(idOf(layer, of)))
    .map((of) => [idOf(layer, of), source(of)]);
}

type Source = MapStyle['sources'][string];

/** No id of a layer has a colon. */
const idOf = ({ id }: Pick<MapLayer, 'id'>, of: LayerTile['of']): string => `${id}:${of}`;

function drawn({ id, style, visible }: DescribedLayer['layer'], theme: Theme): readonly StyleLayer[] {
  const [source, cellSource] = [idOf({ id }, 'features'), idOf({ id }, 'cells')];
  const place = { source, cellSource, sourceLayer: MAP_TILE_LAYER, theme, idPrefix: `${id}:` };
  const layers = styleLayers(style, place);
  return visible
    ? layers
    : layers.map((layer) => ({ ...layer, layout: { ...layer.layout, visibility: 'none' } }));
}

/** What a page tells of a layer. */
function explained({ id, title, style, popup, table, visible }: DescribedLayer['layer'], theme: Theme) {
  const legend = legendOf(style, { theme });
  return { id, title, visible, legend, ...(popup && { popup }), ...(table && { table }) };
}
