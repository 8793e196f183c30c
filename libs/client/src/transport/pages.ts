/** One page of a listing, and where the next one begins. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly nextCursor?: string | undefined;
}

/** A listing that is read page by page while it is iterated: item by item, or with `pages` in whole pages. */
export interface Listing<T> extends AsyncIterable<T> {
  pages(): AsyncIterable<readonly T[]>;
  /** All items in memory. */
  all(): Promise<T[]>;
}

/** The listing whose pages `read` gives, each by the cursor of the one before. */
export function listing<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Listing<T> {
  async function* pages(): AsyncGenerator<readonly T[]> {
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      yield page.items;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  async function* items(): AsyncGenerator<T> {
    for await (const page of pages()) yield* page;
  }
  const all = async (): Promise<T[]> => {
    const found: T[] = [];
    for await (const page of pages()) for (const item of page) found.push(item);
    return found;
  };
  return { [Symbol.asyncIterator]: items, pages, all };
}

/** The cursor in the `Link` header of a page. */
export function cursorOf(headers: Headers): string | undefined {
  const link = headers.get('link') ?? '';
  const next = link.slice(link.indexOf('<') + 1, link.indexOf('>; rel="next"'));
  return new URLSearchParams(next.slice(next.indexOf('?'))).get('cursor') ?? undefined;
}
