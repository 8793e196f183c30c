import { LRUCache } from 'lru-cache';

/** Clients repeat requests, so the results of this many texts are cached. */
const MAX_TEXTS = 5_000;
/** Longer texts are not cached. */
const MAX_LENGTH = 500;

/**
 * An LRU cache of results by text, such as of a parsed query. Only for results that depend on nothing else; errors are
 * not cached.
 */
export class Memo<T extends NonNullable<unknown>> {
  private readonly known = new LRUCache<string, T>({ max: MAX_TEXTS });

  /** @param text Everything that `make` depends on. @throws as `make` does. */
  of(text: string, make: () => T): T {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (text.length <= MAX_LENGTH) this.known.set(text, made);
    return made;
  }
}
