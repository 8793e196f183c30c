import { expect, it } from '@jest/globals';
import { bulkDeleteBodySchema } from './bulk.js';

const isTaken = (filter: object): boolean => bulkDeleteBodySchema.safeParse({ filter }).success;

it('a deletion by a filter needs a condition that leaves something out', () => {
  const nothing = [{}, { tags: [] }, { visibility: [] }, { q: ' ' }, { recursive: false, tagMatch: 'any' }];
  expect(nothing.filter(isTaken)).toEqual([]);
  const some = [{ tags: ['a'] }, { path: 'b' }, { visibility: ['private'] }, { q: 'c' }];
  expect(some.filter(isTaken)).toEqual(some);
});
