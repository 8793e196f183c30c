import { describe, expect, it } from '@jest/globals';
import { formatCursor, parseCursor, toPage, walk, type Page, type Position } from './page.js';

const position = (at: number): Position => ({ at, id: `id-${at}` });

describe('toPage', () => {
  it.each([
    [[], 2, { items: [] }],
    [[1], 2, { items: [1] }],
    [[1, 2], 2, { items: [1, 2] }],
    [[1, 2, 3], 2, { items: [1, 2], next: position(2) }],
    [[1, 2], 1, { items: [1], next: position(1) }],
  ])('turns %j with limit %j into the page %j', (found, limit, page) => {
    expect(toPage(found, limit, position)).toStrictEqual(page);
  });
});

describe('a cursor', () => {
  it.each([
    { at: 0, id: 'a' },
    { at: 1_767_323_045_678, id: 'AbC9' },
    { at: 1, id: 'a~b.c_-~' },
    { at: 999_999_999_999_999, id: 'x'.repeat(255) },
  ])('of %j round-trips', (given) => {
    expect(parseCursor(formatCursor(given))).toEqual(given);
  });

  it.each([
    '',
    'abc',
    '1',
    '1~',
    '~a',
    '-1~a',
    '1.5~a',
    '1e3~a',
    ' 1~a',
    '1~a\n',
    '1234567890123456~a',
    `1~${'x'.repeat(256)}`,
  ])('rejects %j', (text) => {
    expect(() => parseCursor(text)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});

describe('walk', () => {
  it('yields pages until there is no next one', async () => {
    const asked: (Position | undefined)[] = [];
    const list = async (after: Position | undefined): Promise<Page<number>> => {
      asked.push(after);
      const at = after?.at ?? 0;
      return at < 2 ? { items: [at], next: position(at + 1) } : { items: [at] };
    };
    const pages: (readonly number[])[] = [];
    for await (const page of walk(list)) pages.push(page);
    expect(pages).toEqual([[0], [1], [2]]);
    expect(asked).toEqual([undefined, position(1), position(2)]);
  });

  it('yields one empty page for an empty listing', async () => {
    const pages: (readonly number[])[] = [];
    for await (const page of walk<number>(async () => ({ items: [] }))) pages.push(page);
    expect(pages).toEqual([[]]);
  });
});
