import type { TileJson } from '@cairn/api-schema';
import { MAP_TILE_LAYER, type LayerDescription, type LayerTile, type OpenedLayer } from '@cairn/maps';
import { mapBounds } from '@cairn/spaces';

interface DescribedTiles {
  /** The address of the tiles. */
  readonly tiles: string;
  readonly of: LayerTile['of'];
}

/** The TileJSON 3.0 of a layer of a map. */
export function layerTileJson(
  { layer, shown }: Pick<OpenedLayer, 'layer' | 'shown'>,
  { attribution, minZoom, maxZoom, bounds }: LayerDescription,
  { tiles, of }: DescribedTiles,
): TileJson {
  const box = mapBounds(bounds);
  const [west, south, east, north] = box;
  return {
    tilejson: '3.0.0',
    tiles: [tiles],
    name: layer.title,
    ...(attribution !== '' && { attribution }),
    scheme: 'xyz',
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [...box],
    center: [(west + east) / 2, (south + north) / 2, minZoom],
    vector_layers: [
      {
        id: MAP_TILE_LAYER,
        minzoom: minZoom,
        maxzoom: maxZoom,
        fields: of === 'cells' ? {} : Object.fromEntries([...shown].sort().map((name) => [name, ''])),
      },
    ],
  };
}
