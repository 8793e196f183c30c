import { tileFaults } from '@cairn/geometry';
import { type Side, seamFaults, thinningFaults } from './check-seam.js';
import { shapeFaults } from './check-shapes.js';
import { type DecodedFeature, decodeTile } from './decoded-tile.js';
import type { SourceFeature } from './source-features.js';
import { onGrid, pathOf, EXTENT, type TilePlace } from './tile-place.js';
import type { ServedTiles } from './tiles-of-store.js';

/** Beside the features themselves a tile has its names and its grid. */
const MAX_BYTES = 1024 * 1024;

/** What was drawn of the features of a data set. */
export interface Drawn {
  readonly features: readonly SourceFeature[];
  readonly tiles: readonly TilePlace[];
  /** By the names of the stores. */
  readonly served: ReadonlyMap<string, ServedTiles>;
  /** The bytes of a tile as the first store drew it. */
  readonly read: (tile: TilePlace) => Promise<Uint8Array>;
}

/** What is wrong with each of the tiles. */
export async function* faultsOf({ features, tiles, served, read }: Drawn): AsyncGenerator<readonly string[]> {
  const [[, first] = [], ...others] = served;
  for (const tile of tiles) {
    const place = pathOf(tile);
    const bytes = await read(tile);
    const decoded = decodeTile(bytes);
    const { hash, omitted = 0 } = first?.get(place) ?? {};
    const beside = async (side: Side): Promise<readonly string[]> => {
      const neighbour = besideOf(tile, side);
      const known = first?.get(pathOf(neighbour));
      if (known === undefined) return [];
      const find = omitted === 0 && known.omitted === 0 ? seamFaults : thinningFaults;
      return find(decoded, decodeTile(await read(neighbour)), side);
    };
    const faults = [
      ...(bytes.length > MAX_BYTES ? [`has ${bytes.length} bytes`] : []),
      ...tileFaults(bytes),
      ...others.flatMap(([store, all]) =>
        all.get(place)?.hash === hash ? [] : [`is another one on ${store}`],
      ),
      ...shapeFaults(decoded, { features, tile, isThinned: omitted > 0 }),
      ...countFaults(decoded, { features, tile, omitted }),
      ...(await beside('east')),
      ...(await beside('south')),
    ];
    yield faults.map((fault) => `${place}: ${fault}`);
  }
}

/** Beyond each side of a tile so many units are part of it. */
const REACH = 64;

/** By so many times the features of a tile the number of those that are left out may be wrong: of many, some are counted. */
const COUNT_TOLERANCE = 0.02;

/** Whether a tile tells how many features it was too small for, where that can be counted: of points. */
function countFaults(
  decoded: readonly DecodedFeature[],
  {
    features,
    tile,
    omitted,
  }: Pick<Drawn, 'features'> & { readonly tile: TilePlace; readonly omitted: number },
): readonly string[] {
  if (features.some(({ kind }) => kind !== 'point')) return [];
  const isIn = (place: number): boolean => Math.round(place) >= -REACH && Math.round(place) <= EXTENT + REACH;
  const around = features.filter(({ paths }) =>
    paths
      .flat()
      .some(([longitude, latitude]) =>
        [-360, 0, 360].some((turn) => onGrid([longitude + turn, latitude], tile).every(isIn)),
      ),
  );
  const drawn = new Set(decoded.map(({ id }) => id)).size;
  return Math.abs(around.length - drawn - omitted) <= around.length * COUNT_TOLERANCE
    ? []
    : [`says that ${omitted} features are left out, where ${drawn} of ${around.length} are drawn`];
}

const besideOf = ({ zoom, x, y }: TilePlace, side: Side): TilePlace =>
  side === 'east' ? { zoom, x: x + 1, y } : { zoom, x, y: y + 1 };
