import { expect, it } from '@jest/globals';
import { KnownIds } from './known-ids.js';

it('knows every id that was added, and no other', () => {
  const ids = new KnownIds();
  const names = Array.from({ length: 100_000 }, (_, index) => `Q${index}`);
  expect(names.filter((name) => !ids.add(name))).toEqual([]);
  expect(names.filter((name) => ids.add(name))).toEqual([]);
  expect([ids.add(''), ids.add(''), ids.add('\0'), ids.size]).toEqual([true, false, true, 100_002]);
});
