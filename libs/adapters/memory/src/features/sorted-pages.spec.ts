import { expect, it } from '@jest/globals';
import { ownerCaller, SearchFeatures } from '@cairn/spaces';
import { aBatch, aFeature, aSpace, writing } from '@cairn/testkit';
import { MemoryFeatureStore } from './memory-feature-store.js';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';

const sort = [{ path: ['properties', 'size'], direction: 'descending' }] as const;

it('a sorted search goes on behind a feature, and not behind one that is gone', async () => {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const { id } = aSpace();
  await spaces.add(aSpace({ id }));
  const sizes = { a: 1, b: 2, c: 2, d: 3 };
  const feature = ([name, size]: [string, number]) => writing(aFeature(name, { properties: { size } }));
  await features.write(id, aBatch(Object.entries(sizes).map(feature)));
  const search = new SearchFeatures({ spaces, features });
  const ids = async (after?: string): Promise<unknown> => {
    const caller = ownerCaller({ owner: 'alice', anonymousAllowed: true });
    let all = '';
    for await (const { text } of await search.execute(caller, id, { sort, limit: 2, after })) all += text;
    return [...all.matchAll(/"id":"(.)"/g)].map(([, found]) => found);
  };
  expect(await ids()).toEqual(['d', 'b']);
  expect(await ids('b')).toEqual(['c', 'a']);
  await expect(ids('gone')).rejects.toMatchObject({ faults: [{ code: 'invalid-handle' }] });
});
