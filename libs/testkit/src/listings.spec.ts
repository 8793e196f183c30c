import { describe, expect, it } from '@jest/globals';
import type { Page, PageRequest } from '@cairn/kernel';
import { assertListed, everyItem } from './listings.js';

const items = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));

async function list({ limit, after }: PageRequest): Promise<Page<{ readonly id: string }>> {
  const start = after?.at ?? 0;
  const end = start + limit;
  const part = items.slice(start, end);
  return end < items.length ? { items: part, next: { at: end, id: '' } } : { items: part };
}

describe('everyItem', () => {
  it('gathers the pages', async () => {
    expect(await everyItem(list, 2)).toEqual(items);
  });

  it('fails on a page too large and on a ring', async () => {
    await expect(everyItem(async () => ({ items }), 2)).rejects.toThrow(
      '5 items came where 2 were asked for',
    );
    await expect(everyItem(async () => ({ items: [], next: { at: 0, id: '' } }), 2)).rejects.toThrow('ring');
  });
});

describe('assertListed', () => {
  it('wants every item once and in order', async () => {
    await assertListed(list, ['a', 'b', 'c', 'd', 'e']);
    for (const ids of [['a', 'b', 'c', 'd'], ['b', 'a', 'c', 'd', 'e'], []]) {
      await expect(assertListed(list, ids)).rejects.toThrow('with pages of 1');
    }
  });
});
