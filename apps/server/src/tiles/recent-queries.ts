import type { TileQuery } from '@cairn/spaces';
import { LRUCache } from 'lru-cache';

/** Maps ask for the same tiles in the same words: so many addresses are known at a time. */
const MAX_QUERIES = 5_000;
/** Longer addresses are read each time. */
const MAX_LENGTH = 500;

/** What a tile is asked for, as its address was read last. An address without faults always means the same. */
export class RecentQueries {
  private readonly known = new LRUCache<string, TileQuery>({ max: MAX_QUERIES });

  /** @param address Everything that `read` looks at. @throws as `read` does. */
  of(address: string, read: () => TileQuery): TileQuery {
    const known = this.known.get(address);
    if (known !== undefined) return known;
    const query = read();
    if (address.length <= MAX_LENGTH) this.known.set(address, query);
    return query;
  }
}
