import { expect, it } from '@jest/globals';
import { Smallest } from './smallest.js';

it('the smallest come in their order, however the items come', () => {
  for (let round = 1; round < 60; round += 1) {
    const values = Array.from({ length: round }, (_, index) => ({ value: (index * 7_919 * round) % 31 }));
    for (const limit of [1, 5, 31, Infinity]) {
      const smallest = new Smallest<{ readonly value: number }>(
        limit,
        (one, other) => one.value - other.value,
      );
      let out = 0;
      for (const item of values) out += smallest.offer(item) === undefined ? 0 : 1;
      const expected = values.map(({ value }) => value).sort((one, other) => one - other);
      expect([...smallest.inOrder()].map(({ value }) => value)).toEqual(expected.slice(0, limit));
      expect(out).toBe(Math.max(0, round - limit));
    }
  }
});
