import { expect, it } from '@jest/globals';
import { bulkDeleteBodySchema, bulkTagsBodySchema, bulkVisibilityBodySchema } from './bulk.js';
import { galleryOperations } from './gallery-operations.js';

const schemas = [
  [bulkDeleteBodySchema, {}],
  [bulkTagsBodySchema, { add: ['x'] }],
  [bulkVisibilityBodySchema, { visibility: 'private' }],
] as const;

it('a change by a filter takes no condition that says nothing, and none that it does not know', () => {
  const isTaken = (filter: object) => (body: (typeof schemas)[number]) =>
    body[0].safeParse({ ...body[1], filter: { path: 'a', ...filter } }).success;
  const nothing = [{ tags: [] }, { visibility: [] }, { type: [] }, { without: [] }, { q: ' ' }, { q: '' }];
  const unknown = [
    { near: [8, 47] },
    { bbox: [1, 2, 3] },
    { bbox: [-181, 2, 3, 4] },
    { takenFrom: '2024-7' },
    { lens: 'Acme' },
    { limit: 1 },
    { sort: 'name' },
  ];
  for (const filter of [...nothing, ...unknown]) expect(schemas.filter(isTaken(filter))).toEqual([]);
  for (const filter of [
    {},
    { bbox: [1, 2, 3, 4] },
    { camera: 'Acme' },
    { tags: ['a'] },
    { visibility: ['private'] },
    { q: 'c' },
  ])
    expect(schemas.filter(isTaken(filter))).toHaveLength(schemas.length);
});

it('times are not shifted again under the same idempotency key after a crash', () => {
  const dating = galleryOperations.find(({ id }) => id === 'dateImages');
  expect(dating).toMatchObject({ method: 'post' });
  expect(dating).not.toHaveProperty('repeatable', true);
});
