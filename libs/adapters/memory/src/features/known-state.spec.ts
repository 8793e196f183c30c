import { expect, it } from '@jest/globals';
import {
  AnalyseFeatures,
  ClusterFeatures,
  CountFeatures,
  IterateFeatures,
  NearestFeatures,
  ownerCaller,
  ReadContentState,
  ReadFeatures,
  SearchFeatures,
  type ContentState,
  type FeatureCriteria,
} from '@cairn/spaces';
import type { FeaturePorts, SpaceRepository } from '@cairn/spaces/spi';
import { aBatch, aFeature, aSpace, sabotaged, several, writing } from '@cairn/testkit';
import { MemorySpaceRepository } from '../spaces/memory-space-repository.js';
import { MemoryFeatureStore } from './memory-feature-store.js';

const alice = ownerCaller({ owner: 'alice' });
const point = [8, 50] as const;

/** Use cases whose ports note what the space is read for, and at which version the store is asked. */
async function openHub() {
  const stored = new MemorySpaceRepository();
  const store = new MemoryFeatureStore(stored);
  const space = aSpace({ owner: 'alice' });
  await stored.add(space);
  await store.write(space.id, aBatch(several(3, (index) => writing(aFeature(`f${index}`)))));
  const asked: string[] = [];
  const note = (method: string, at: FeatureCriteria['at']): void =>
    void asked.push(`${method} ${at === undefined ? 'latest' : `${at.content}:${at.version}`}`);
  const spaces = sabotaged<SpaceRepository>(stored, {
    get: async (id) => {
      asked.push('space');
      return await stored.get(id);
    },
  });
  const features = sabotaged<FeaturePorts>(store, {
    contentState: async (id) => {
      asked.push('state');
      return await store.contentState(id);
    },
    find: async (id, ids, at) => {
      note('find', at);
      return await store.find(id, ids);
    },
    query: (id, query) => {
      note('query', query.at);
      return store.query(id, query);
    },
    nearest: async (id, query) => {
      note('nearest', query.at);
      return await store.nearest(id, query);
    },
    count: async (id, query) => {
      note('count', query.at);
      return await store.count(id, query);
    },
    cells: async (id, query) => {
      note('cells', query.at);
      return await store.cells(id, query);
    },
    analyse: async (id, query) => {
      note('analyse', query.at);
      return await store.analyse(id, query);
    },
  });
  const ports = { spaces, features, analytics: features };
  const boxes = [[7, 49, 9, 51]] as const;
  const clustering = { kind: 'quadbin', resolution: 1, outline: 'apart', count: 'exact' } as const;
  const [state, read] = [new ReadContentState(ports), new ReadFeatures(ports)];
  const readAll = async (known: { readonly state?: ContentState }) => {
    const { id } = space;
    await read.execute(alice, id, ['f1'], known);
    await new SearchFeatures(ports).execute(alice, id, { limit: 1, ...known });
    const sorted = { limit: 1, after: 'f1', sort: [{ path: ['id'], direction: 'ascending' as const }] };
    await new SearchFeatures(ports).execute(alice, id, { ...sorted, ...known });
    await new NearestFeatures(ports).execute(alice, id, { point, limit: 1, ...known });
    await new IterateFeatures(ports).execute(alice, id, known);
    expect(await new CountFeatures(ports).execute(alice, id, { boxes, ...known })).toBe(3);
    expect(await new CountFeatures(ports).execute(alice, id, known)).toBe(3);
    await new ClusterFeatures(ports).execute(alice, id, { level: 1, clustering, ...known });
    await new AnalyseFeatures(ports).execute(alice, id, known);
    return asked.splice(0);
  };
  return { id: space.id, state, read, asked, readAll };
}

it('reads that know the space and its version do not ask for them again', async () => {
  const hub = await openHub();
  const state = await hub.state.execute(alice, hub.id);
  expect(hub.asked.splice(0)).toEqual(['state']);
  const at = `${state.head.content}:1`;
  const reads = ['find', 'query', 'find', 'query', 'nearest', 'query', 'count', 'cells', 'analyse'];
  expect(await hub.readAll({ state })).toEqual(reads.map((read) => `${read} ${at}`));
});

it('reads that do not know the space read it, and ask for its latest features', async () => {
  const hub = await openHub();
  const asked = await hub.readAll({});
  expect(asked.filter((one) => one === 'space' || one === 'state').length).toBe(9);
  expect(asked.filter((one) => one.endsWith('latest')).length).toBe(9);
  expect(asked.length).toBe(18);
});

it('a space that is known is not readable to whoever may not read it', async () => {
  const hub = await openHub();
  const state = await hub.state.execute(alice, hub.id);
  const reading = hub.read.execute(ownerCaller({ owner: 'bob' }), hub.id, ['f1'], { state });
  await expect(reading).rejects.toMatchObject({ code: 'space-forbidden' });
});
