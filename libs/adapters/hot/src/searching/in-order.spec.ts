import { expect, it } from '@jest/globals';
import { inOrder } from './in-order.js';

it.each([0, 1, 3, 600, 5_000])('%p positions come in order and once each', (count) => {
  const positions = Array.from({ length: count }, (_, number) => (number * 7_919) % 3_001);
  const expected = [...new Set(positions)].sort((one, other) => one - other);
  expect([...inOrder(positions, 3_001)]).toEqual(expected);
});

it('finds the last position of a pack whose size is no multiple of a word', () => {
  const positions = Array.from({ length: 1_000 }, (_, position) => position);
  expect(inOrder(positions, 1_000).at(-1)).toBe(999);
});
