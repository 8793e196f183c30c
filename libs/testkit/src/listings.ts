import { assert } from './assert.js';
import { walk, type Page, type PageRequest } from '@cairn/kernel';

const MOST_PAGES = 200;

type List<T> = (page: PageRequest) => Promise<Page<T>>;

/** All items of a listing, read in pages of `limit`. Fails on an oversized page or an endless listing. */
export async function everyItem<T>(list: List<T>, limit: number): Promise<readonly T[]> {
  const pages: (readonly T[])[] = [];
  for await (const items of walk((after) => list({ limit, after }))) {
    assert.ok(items.length <= limit, `${items.length} items came where ${limit} were asked for`);
    pages.push(items);
    assert.ok(pages.length <= MOST_PAGES, 'the listing goes round in a ring');
  }
  return pages.flat();
}

/** Fails unless the listing returns these identifiers in this order with every page size. */
export async function assertListed<T extends { readonly id: string }>(
  list: List<T>,
  ids: readonly string[],
): Promise<void> {
  for (const limit of [1, 2, 3, ids.length || 1, ids.length + 1]) {
    const items = await everyItem(list, limit);
    assert.deepEqual(
      items.map((item) => item.id),
      ids,
      `with pages of ${limit}`,
    );
  }
}
