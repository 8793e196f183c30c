import type { TileJson } from '@cairn/api-schema';
import {
  attributionOf,
  fieldTypesOf,
  mapBounds,
  narrowBounds,
  type MapDescription,
  type TileQuery,
} from '@cairn/spaces';

/** In degrees. */
const MARGIN = 1e-4;
/** The zoom level for a single point. */
const POINT_ZOOM = 14;

/** The tiles to describe. */
export interface DescribedTiles extends Pick<TileQuery, 'clustering' | 'selection'> {
  /** The URL template of the tiles. */
  readonly address: string;
}

/** The TileJSON 3.0 of tiles. */
export function tileJsonOf(map: MapDescription, { address, ...query }: DescribedTiles): TileJson {
  const { space, minZoom, maxZoom } = map;
  const { title, description } = space;
  const attribution = attributionOf(map);
  return {
    tilejson: '3.0.0',
    tiles: [address],
    name: title,
    ...(description !== '' && { description }),
    ...(attribution !== '' && { attribution }),
    scheme: 'xyz',
    minzoom: minZoom,
    maxzoom: maxZoom,
    bounds: [...mapBounds(map.bounds)],
    center: centerOf(map),
    vector_layers: [
      {
        id: space.id,
        ...(description !== '' && { description }),
        minzoom: minZoom,
        maxzoom: maxZoom,
        fields: fieldTypesOf(map, query),
      },
    ],
  };
}

/** The initial view of a map of the space, also across the antimeridian: longitude, latitude, zoom. */
export function centerOf(map: MapDescription): [number, number, number] {
  const [, south, , north] = mapBounds(map.bounds);
  const [west, width] = widthOf(map);
  const fitting = Math.min(Math.log2(360 / width), Math.log2(180 / (north - south)), POINT_ZOOM);
  const zoom = Math.min(map.maxZoom, Math.max(map.minZoom, Math.floor(fitting), 0));
  const longitude = west + width / 2;
  const middle = (longitude > 180 ? longitude - 360 : longitude).toFixed(6);
  return [Number(middle), Number(((south + north) / 2).toFixed(6)), zoom];
}

function widthOf(map: MapDescription): readonly [west: number, width: number] {
  const { bounds, head } = map;
  const [west, , east] =
    bounds === undefined ? mapBounds(map.bounds) : narrowBounds(bounds, head.summary.emptyMiddle);
  if (west > east) return [west - MARGIN, east + 360 - west + 2 * MARGIN];
  const [least, , most] = mapBounds(map.bounds);
  return [least, most - least];
}
