import { tileFaults } from '@cairn/geometry';
import { type Side, seamFaults, thinningFaults } from './check-seam.js';
import { shapeFaults } from './check-shapes.js';
import { decodeTile } from './decoded-tile.js';
import type { SourceFeature } from './source-features.js';
import { pathOf, type TilePlace } from './tile-place.js';
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
      ...(await beside('east')),
      ...(await beside('south')),
    ];
    yield faults.map((fault) => `${place}: ${fault}`);
  }
}

const besideOf = ({ zoom, x, y }: TilePlace, side: Side): TilePlace =>
  side === 'east' ? { zoom, x: x + 1, y } : { zoom, x, y: y + 1 };
