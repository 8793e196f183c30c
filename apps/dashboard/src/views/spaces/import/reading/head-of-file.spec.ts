import { expect, it } from '@jest/globals';
import { headOf } from './head-of-file.ts';

const row = 'Café;1,5\n';
const MANY = 1_000_000;

it('is whole lines of a large text', async () => {
  const head = await headOf(new File([row.repeat(MANY)], 'many.csv'));
  expect(head.size).toBeLessThanOrEqual(4 * 1024 ** 2);
  const text = await head.text();
  expect(text).toBe(row.repeat(text.length / row.length));
});

it('is whole lines of UTF-16', async () => {
  const bytes = Uint16Array.from(`\uFEFF${row.repeat(MANY)}`, (character) => character.charCodeAt(0));
  const text = new TextDecoder('utf-16le').decode(
    await (await headOf(new File([bytes], 'a.csv'))).arrayBuffer(),
  );
  expect(text).toBe(row.repeat(text.length / row.length));
});

it.each([
  ['a small file', row],
  ['an archive', `PK${row.repeat(MANY)}`],
  ['one line without end', 'x'.repeat(9 * 1024 ** 2)],
])('is all of %s', async (_, text) => {
  const file = new File([text], 'all');
  expect(await headOf(file)).toBe(file);
});
