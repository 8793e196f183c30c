import { expect, it } from '@jest/globals';
import { RecentKeys } from './sign-in.js';

it('knows the 10,000 keys that were used last', () => {
  const keys = new RecentKeys();
  for (let index = 0; index < 10_000; index += 1) keys.add(`key ${index}`);
  expect(keys.has('key 1')).toBe(true);
  keys.add('key 0');
  keys.add('one more');
  expect(['key 0', 'key 1', 'key 2', 'one more'].map((key) => keys.has(key))).toEqual([
    true,
    false,
    true,
    true,
  ]);
  keys.delete('key 0');
  expect(keys.has('key 0')).toBe(false);
});
