import {
  InvalidTileAddress,
  parseTile,
  tileBbox,
  type BoundingBox,
  type Tile,
  type TileAddressing,
} from '@cairn/geometry';
import { InvalidInput } from '@cairn/kernel';
import { HttpError } from '../../messages/http-error.js';
import type { HubParameters } from './hub-parameters.js';
import { collectFaults } from './collect-faults.js';

const PIXELS_PER_TILE = 256;
const MAX_MARGIN = 1_000_000;
const edges = { west: 180, south: 90, east: 180, north: 90 };

/** Reads `west`, `south`, `east`, `north`, two corners of a box in any order. @throws {InvalidInput} */
export function parseBbox(parameters: HubParameters): BoundingBox {
  const number = (name: keyof typeof edges) => () => degrees(parameters, name, edges[name]);
  const { west, south, east, north } = collectFaults({
    west: number('west'),
    south: number('south'),
    east: number('east'),
    north: number('north'),
  });
  return [Math.min(west, east), Math.min(south, north), Math.max(west, east), Math.max(south, north)];
}

/** Reads an angle. @throws {InvalidInput} if it is missing or its absolute value exceeds `most`. */
export function degrees(parameters: HubParameters, name: string, most: number): number {
  const text = parameters.text(name);
  if (text === undefined) throw InvalidInput.of('required', `\`${name}\` is missing.`);
  const value = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (Math.abs(value) <= most) return value;
  throw InvalidInput.of('invalid-degrees', `\`${name}\` must be a number between -${most} and ${most}.`);
}

const addressings: readonly TileAddressing[] = ['quadkey', 'web', 'tms', 'here'];

/** The area of a tile, with its margin. */
export interface TileArea {
  /** West > east across the antimeridian. */
  readonly area: BoundingBox;
  /** The box to search instead, if features on an edge belong to one tile only. */
  readonly searched?: BoundingBox;
  readonly zoom: number;
}

/** Reads the tile address from the path, and `margin` in pixels. @throws {InvalidInput} */
export function parseTileArea(
  params: Readonly<Record<string, string | undefined>>,
  parameters: HubParameters,
): TileArea {
  const { tileId: tile, margin } = collectFaults({
    tileId: () => parseTileAddress(params),
    margin: () => marginOf(parameters),
  });
  if (tile.scheme === 'here' && parameters.text('clustering') !== undefined) throw notClustered();
  const area = tileBbox(tile, margin / PIXELS_PER_TILE);
  const isHalfOpen = tile.scheme === 'here' && margin === 0;
  return { area, zoom: tile.zoom, ...(isHalfOpen && { searched: withoutFarEdges(area) }) };
}

/** Excludes the eastern edge, and the northern one unless it is the pole. */
function withoutFarEdges([west, south, east, north]: BoundingBox): BoundingBox {
  return [west, south, below(east), north === 90 ? north : below(north)];
}

/** The next smaller floating-point number. */
function below(degrees: number): number {
  const half = (Number.EPSILON / 2) * (1 + Number.EPSILON);
  return degrees === 0 ? -Number.MIN_VALUE : degrees - Math.abs(degrees) * half;
}

/** File extensions of tiles: those of vector tiles, and those that clients use for GeoJSON. */
const ENDING = /^(?:\.(?:mvtf?2?|geojson|json))?$/i;

/**
 * Reads the type and the address of a tile with its extension. @throws {InvalidInput} {HttpError} 404 for another one.
 */
export function parseTileAddress({
  type = '',
  tileId = '',
}: Readonly<Record<string, string | undefined>>): Tile {
  const [address = ''] = tileId.split('.', 1);
  if (!ENDING.test(tileId.slice(address.length)))
    throw new HttpError({ status: 404, code: 'not-found', detail: `There are no tiles like '${tileId}'.` });
  return tileAt(type, address);
}

/** Reads the type and the address of a tile. @throws {InvalidInput} */
export function tileAt(type: string, address: string): Tile {
  const addressing = addressings.find((known) => known === type.toLowerCase());
  if (addressing === undefined)
    throw new InvalidInput([
      {
        pointer: '/type',
        code: 'unknown-tile-type',
        detail: `The type of a tile must be one of ${addressings.join(', ')}.`,
      },
    ]);
  try {
    return parseTile(addressing, address);
  } catch (error) {
    if (!(error instanceof InvalidTileAddress)) throw error;
    throw InvalidInput.of('invalid-tile', `The tile '${address}' ${error.reason}.`);
  }
}

function marginOf(parameters: HubParameters): number {
  const margin = parameters.integer('margin') ?? 0;
  if (margin >= 0 && margin <= MAX_MARGIN) return margin;
  throw InvalidInput.of('invalid-margin', `The margin must be between 0 and ${MAX_MARGIN} pixels.`);
}

/** The error for a HERE tile with `clustering`. */
export const notClustered = (): InvalidInput =>
  new InvalidInput([
    { pointer: '/clustering', code: 'no-clustering', detail: 'Tiles of type here are not clustered.' },
  ]);
