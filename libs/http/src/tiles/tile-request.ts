import type { Tile } from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import {
  MAP_BUFFER,
  parseSearchLimit,
  TILE_EXTENT,
  type TileAttributes,
  type TileQuery,
} from '@cairn/spaces';
import { notClustered, parseTileAddress, tileAt } from '../features/query/area.js';
import { parseClustering } from '../features/query/clustering.js';
import { assertContext } from '../features/query/context.js';
import { parseFilter } from '../features/query/feature-criteria.js';
import type { HubParameters } from '../features/query/hub-parameters.js';
import { collectFaults } from '../features/query/collect-faults.js';
import { parseShaping } from '../features/query/shaping.js';
import { namesType } from '../messages/negotiation.js';
import type { OperationRequest } from '../routing/operation-handler.js';
import { parseThinning } from './thinning.js';

export const VECTOR_TILE = 'application/vnd.mapbox-vector-tile';

/** At most one tile; a larger margin would draw what neighbouring tiles show. */
const MAX_MARGIN = 256;
const UNITS_PER_PIXEL = TILE_EXTENT / 256;
const MAP_MARGIN = MAP_BUFFER / UNITS_PER_PIXEL;

type Params = OperationRequest['params'];

/**
 * The attribute encoding of a requested vector tile, by extension (`.mvt`, `.mvtf`) or by `Accept`, which takes
 * precedence; `undefined` if none is requested.
 */
export function vectorTileOf({
  request,
  params: { tileId = '' },
}: Pick<OperationRequest, 'request' | 'params'>): TileAttributes | undefined {
  if (namesType(request, VECTOR_TILE)) return 'nested';
  const [, flat] = /\.mvt(f?)2?$/i.exec(tileId) ?? [];
  if (flat === undefined) return undefined;
  return flat === '' ? 'nested' : 'flattened';
}

/** Reads the tile address and the query of XYZ Hub. @throws {InvalidInput} with all faults. */
export function parseHubTile(
  params: Params,
  parameters: HubParameters,
  attributes: TileAttributes,
): TileQuery {
  return parseQuery(parameters, { attributes, margin: 0, tile: () => parseTileAddress(params) });
}

/** Reads the tile address `{z}/{x}/{y}` and the query. @throws {InvalidInput} with all faults. */
export function parseMapTile({ z = '', x = '', y = '' }: Params, parameters: HubParameters): TileQuery {
  const tile = (): Tile => tileAt('web', `${z}_${x}_${y}`);
  const query = parseQuery(parameters, { attributes: 'nested', margin: MAP_MARGIN, tile });
  // Maps cannot read JSON strings, and the counts of cells are objects.
  return query.clustering === undefined ? query : { ...query, attributes: 'flattened' };
}

interface Address {
  readonly attributes: TileAttributes;
  /** Default margin in pixels. */
  readonly margin: number;
  readonly tile: () => Tile;
}

function parseQuery(parameters: HubParameters, address: Address): TileQuery {
  const { attributes } = address;
  const { tile, margin, limit, filter, shaping, edges, thinning, clustering } = collectFaults({
    tile: address.tile,
    margin: () => marginOf(parameters, address.margin),
    limit: () => limitOf(parameters),
    filter: () => parseFilter(parameters),
    shaping: () => parseShaping(parameters),
    edges: () => (parameters.flag('clip') === false ? 'whole' : 'cut'),
    context: () => assertContext(parameters),
    clustering: () => parseClustering(parameters),
    thinning: () => parseThinning(parameters),
  });
  const limits = [limit, thinning].filter((most) => most !== undefined);
  if (tile.scheme === 'here' && clustering !== undefined) throw notClustered();
  return {
    tile,
    filter,
    clustering,
    selection: shaping.selection,
    attributes,
    buffer: margin * UNITS_PER_PIXEL,
    edges,
    limit: limits.length === 0 ? undefined : Math.min(...limits),
  };
}

function limitOf(parameters: HubParameters): number | undefined {
  const limit = parameters.integer('limit');
  return limit === undefined ? undefined : parseSearchLimit(limit);
}

function marginOf(parameters: HubParameters, otherwise: number): number {
  const margin = parameters.integer('margin') ?? otherwise;
  if (margin >= 0 && margin <= MAX_MARGIN) return margin;
  throw InvalidInput.of(
    'invalid-margin',
    `The margin of a vector tile must be between 0 and ${MAX_MARGIN} pixels.`,
  );
}
