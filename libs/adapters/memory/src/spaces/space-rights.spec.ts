import {
  ClusterFeatures,
  CreateSpace,
  ownerCaller,
  type SpaceRequest,
  SpaceStorage,
  tokenRights,
  UpdateSpace,
  type Caller,
  type Clustering,
  type SpaceSettings,
} from '@cairn/spaces';
import { aSpace } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { MemoryFeatureStore } from '../features/memory-feature-store.js';
import { ManualClock } from '../kernel/manual-clock.js';
import { SequenceIdGenerator } from '../kernel/sequence-id-generator.js';
import { MemorySpaceRepository } from './memory-space-repository.js';

type Given = Parameters<typeof tokenRights>[0];
type SpaceUpdate = Parameters<UpdateSpace['execute']>[2];

const holder = (given: Given): Caller => ({ owner: 'x', rights: tokenRights(given), readsShared: true });
const owning = [{ owner: ['x'] }];

/** What becomes of it: the code of an error, or nothing. */
async function outcome(attempt: Promise<unknown>): Promise<unknown> {
  return await attempt.then(
    () => 'done',
    (error: unknown) => (error as { readonly code?: string }).code ?? error,
  );
}

function open() {
  const spaces = new MemorySpaceRepository();
  const features = new MemoryFeatureStore(spaces);
  const ports = {
    spaces,
    clock: new ManualClock(),
    ids: new SequenceIdGenerator(),
    storage: new SpaceStorage('test'),
  };
  return {
    spaces,
    create: (caller: Caller, request: Partial<SpaceRequest>) =>
      outcome(new CreateSpace(ports).execute(caller, { title: 'Trees', description: '', ...request })),
    update: (caller: Caller, id: string, update: SpaceUpdate) =>
      outcome(new UpdateSpace(ports).execute(caller, id, update)),
    cluster: (caller: Caller, id: string, clustering: Clustering) =>
      outcome(
        new ClusterFeatures({ spaces, features, analytics: features }).execute(caller, id, {
          level: 3,
          clustering,
        }),
      ),
  };
}

const searchable = { searchableProperties: { name: true } };
const sortable = { sortableProperties: [['name']] };

describe('creating a space', () => {
  it.each([
    ['no id', { manageSpaces: owning }, {}, 'done'],
    ['an id that the service makes', { manageSpaces: owning }, { madeId: 'made' }, 'done'],
    ['an id, by rights by owner alone,', { manageSpaces: owning }, { id: 'mine' }, 'space-forbidden'],
    [
      'an id that the right is on',
      { manageSpaces: [{ owner: ['x'], space: ['mi*'] }] },
      { id: 'mine' },
      'done',
    ],
    ['an id, by all rights,', { manageSpaces: [{}] }, { id: 'mine' }, 'done'],
    ['an id, as its administrator,', { manageSpaces: owning, adminSpaces: owning }, { id: 'mine' }, 'done'],
    ['no storage', { manageSpaces: owning }, { storageId: undefined }, 'done'],
    ['the storage', { manageSpaces: owning }, { storageId: 'psql' }, 'space-forbidden'],
    ['an unknown storage', { manageSpaces: owning }, { storageId: 'no' }, 'space-forbidden'],
    [
      'the storage',
      { manageSpaces: owning, accessConnectors: [{ id: ['psql'] }] },
      { storageId: 'psql' },
      'done',
    ],
    [
      'an unknown storage',
      { manageSpaces: owning, accessConnectors: [{}] },
      { storageId: 'no' },
      'storage-not-found',
    ],
    ['indexes', { manageSpaces: owning }, { settings: searchable }, 'space-forbidden'],
    ['an order', { manageSpaces: owning }, { settings: sortable }, 'space-forbidden'],
    ['no indexes', { manageSpaces: owning }, { settings: { searchableProperties: {} } }, 'done'],
    [
      'indexes and an order',
      { manageSpaces: owning, useCapabilities: [{ id: ['searchablePropertiesConfiguration'] }] },
      { settings: { ...searchable, ...sortable } },
      'done',
    ],
    ['that it is not active', { manageSpaces: owning }, { settings: { active: false } }, 'space-forbidden'],
    ['that it is active', { manageSpaces: owning }, { settings: { active: true } }, 'done'],
    ['a package', { manageSpaces: owning }, { settings: { packages: ['HERE'] } }, 'space-forbidden'],
    [
      'a package',
      { manageSpaces: owning, managePackages: [{ id: ['HERE'] }] },
      { settings: { packages: ['HERE'] } },
      'done',
    ],
  ] as const)('with %s: %j', async (_, given, request, expected) => {
    expect(await open().create(holder(given), request as Partial<SpaceRequest>)).toBe(expected);
  });

  it('of an account takes whatever its key says', async () => {
    const settings = { ...searchable, ...sortable, active: false, packages: ['HERE'] };
    const request = { id: 'mine', storageId: 'psql', settings };
    expect(await open().create(ownerCaller({ owner: 'x' }), request)).toBe('done');
  });
});

describe('changing a space', () => {
  const manager = { manageSpaces: owning };
  const ofHere = { managePackages: [{ id: ['HERE'] }] };
  const packages = (...names: readonly string[]): SpaceUpdate => ({ settings: { packages: names } });

  it.each([
    ['takes a package out, by who manages it', ofHere, packages('OSM'), 'done'],
    ['takes a package out, by who manages the space', manager, packages('OSM'), 'done'],
    ['takes all packages out, by who manages one', ofHere, packages(), 'space-forbidden'],
    [
      'takes all packages out, by who manages them',
      { managePackages: [{}] },
      { settings: { packages: null } },
      'done',
    ],
    ['changes a title too', ofHere, { title: 'T', ...packages('OSM') }, 'space-forbidden'],
    ['puts it into another package', ofHere, packages('OSM', 'new'), 'space-forbidden'],
    ['changes nothing', ofHere, packages('HERE', 'OSM'), 'space-forbidden'],
    ['puts it into a package of others', manager, packages('HERE', 'OSM', 'new'), 'space-forbidden'],
    [
      'puts it into a package',
      { ...manager, managePackages: [{ id: ['new'] }] },
      packages('HERE', 'OSM', 'new'),
      'done',
    ],
    ['names its storage', manager, { storageId: 'test' }, 'done'],
    ['names another storage', manager, { storageId: 'no' }, 'space-forbidden'],
    [
      'names another storage',
      { ...manager, accessConnectors: [{}] },
      { storageId: 'no' },
      'storage-not-found',
    ],
    ['says indexes', manager, { settings: { searchableProperties: { size: true } } }, 'space-forbidden'],
    ['says the same indexes', manager, { settings: searchable }, 'done'],
    ['says another order', manager, { settings: { sortableProperties: [['size']] } }, 'space-forbidden'],
    ['makes it inactive', manager, { settings: { active: false } }, 'space-forbidden'],
    ['makes it inactive', { adminSpaces: [{}] }, { settings: { active: false } }, 'done'],
  ] as const)('%s: %j', async (_, given: Given, update, expected) => {
    const { spaces, update: change } = open();
    const settings: SpaceSettings = { ...searchable, packages: ['HERE', 'OSM'] };
    const space = aSpace({ owner: 'x', storageId: 'test', settings });
    await spaces.add(space);
    expect(await change(holder(given), space.id, update)).toBe(expected);
    if (expected !== 'done') expect(await spaces.get(space.id)).toEqual(space);
  });
});

describe('cells of features', () => {
  const clusterings: readonly Clustering[] = [
    { kind: 'hexbin', geometry: 'outline', position: 'middle' },
    { kind: 'quadbin', outline: 'apart', count: 'exact' },
  ];

  it.each(clusterings)(
    'are shown to who may use that, and where they are shared: $kind',
    async (clustering) => {
      const { spaces, cluster } = open();
      const [own, shared] = [aSpace({ owner: 'x' }), aSpace({ settings: { shared: true } })];
      for (const space of [own, shared]) await spaces.add(space);
      const reader = { readFeatures: owning };
      expect(await cluster(holder(reader), own.id, clustering)).toBe('space-forbidden');
      const capable = { ...reader, useCapabilities: [{ id: [`${clustering.kind}Clustering`] }] };
      expect(await cluster(holder(capable), own.id, clustering)).toBe('done');
      expect(await cluster(holder(reader), shared.id, clustering)).toBe('done');
      expect(await cluster(ownerCaller({ owner: 'x' }), own.id, clustering)).toBe('done');
    },
  );
});
