import { LRUCache } from 'lru-cache';

/** Clients ask for the same things in the same words: so many texts are known at a time. */
const MAX_TEXTS = 5_000;
/** Longer texts are worked on each time. */
const MAX_LENGTH = 500;

/** What was made of a text last, such as of the query of an address. A text without faults always means the same. */
export class Memo<T extends NonNullable<unknown>> {
  private readonly known = new LRUCache<string, T>({ max: MAX_TEXTS });

  /** @param text Everything that `make` looks at. @throws as `make` does. */
  of(text: string, make: () => T): T {
    const known = this.known.get(text);
    if (known !== undefined) return known;
    const made = make();
    if (text.length <= MAX_LENGTH) this.known.set(text, made);
    return made;
  }
}
