import { assert } from '../assert.js';
import { InvalidInput } from '@cairn/kernel';
import { ANONYMOUS } from '@cairn/spaces';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import { shiftedClock } from '../shifted-clock.js';
import { spaceOwnerRules } from './space-owner.rules.js';
import { spaceSettingsRules } from './space-settings.rules.js';
import { aSpaceRequest, callers, spaceRegistry, type SpaceRegistryPorts } from './space-registry.js';

const { anonymous, alice, bob } = callers;
const PAGE = { limit: 10 };

/** Behaviour of the space registry over any set of adapters. */
export const spaceRegistryContract = {
  'a created space has what was asked for, the rest is chosen, and it is read and listed': async ({
    open,
  }) => {
    const ports = await open();
    const registry = spaceRegistry(ports);
    const earliest = ports.clock.now();
    const space = await registry.create.execute(anonymous, aSpaceRequest());
    const { id, createdAt, updatedAt, contentUpdatedAt, ...rest } = space;
    assert.match(id, /^[0-9A-Za-z]{8}$/);
    const expected = {
      title: 'Trees',
      description: 'Every tree of the park',
      owner: ANONYMOUS,
      storageId: 'test',
      settings: {},
    };
    assert.deepEqual(rest, expected);
    assert.deepEqual([updatedAt, contentUpdatedAt], [createdAt, createdAt]);
    assert.ok(earliest <= createdAt && createdAt <= ports.clock.now());
    assert.deepEqual(await registry.read.execute(anonymous, id), space);
    assert.deepEqual(await registry.list.execute(anonymous, {}, PAGE), { items: [space] });
  },

  'an identifier that is chosen is kept, and given only once': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const request = aSpaceRequest({ id: 'My-space_1.~', storageId: 'test' });
    const space = await registry.create.execute(alice, request);
    assert.equal(space.id, 'My-space_1.~');
    for (const caller of [alice, bob]) {
      assert.equal((await rejection(registry.create.execute(caller, request))).code, 'space-exists');
    }
    assert.deepEqual(await registry.read.execute(alice, 'My-space_1.~'), space);
  },

  'a generated identifier that is taken is generated again': async ({ open }) => {
    const ports = await open();
    const taken = await spaceRegistry(ports).create.execute(alice, aSpaceRequest({ id: 'taken' }));
    const drawn = ['taken', 'taken'];
    const ids = { next: (length: number) => drawn.pop() ?? ports.ids.next(length) };
    const space = await spaceRegistry({ ...ports, ids }).create.execute(
      alice,
      aSpaceRequest({ title: 'Second' }),
    );
    assert.deepEqual(drawn, []);
    const { items } = await spaceRegistry(ports).list.execute(alice, {}, PAGE);
    assert.deepEqual(
      new Set(items.map(({ id, title }) => `${id} ${title}`)),
      new Set([`taken ${taken.title}`, `${space.id} Second`]),
    );
  },

  'all faults of a creation are reported together, and nothing is stored': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const request = { id: 'a/b', title: '\0', description: 'x'.repeat(10_001), owner: '\0' };
    const error = await rejection(registry.create.execute(alice, request));
    assert.ok(error instanceof InvalidInput, error.code);
    assert.deepEqual(
      error.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      [
        '/id invalid-id',
        '/title invalid-character',
        '/description text-too-long',
        '/owner invalid-character',
      ],
    );
    assert.deepEqual(await registry.list.execute(alice, { owner: '*' }, PAGE), { items: [] });
  },

  'a storage that this service does not have is StorageNotFound, and nothing is stored': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const error = await rejection(registry.create.execute(alice, aSpaceRequest({ storageId: 'elsewhere' })));
    assert.equal(error.code, 'storage-not-found');
    assert.deepEqual(await registry.list.execute(alice, { owner: '*' }, PAGE), { items: [] });
  },

  'a dry run checks like the real one and stores nothing': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const dryRun = true;
    const space = await registry.create.execute(alice, aSpaceRequest({ id: 'real' }));
    const planned = await registry.create.execute(alice, aSpaceRequest({ id: 'planned', dryRun }));
    assert.equal(planned.id, 'planned');
    const taken = registry.create.execute(alice, aSpaceRequest({ id: 'real', dryRun }));
    assert.equal((await rejection(taken)).code, 'space-exists');
    const { title } = await registry.update.execute(alice, 'real', { title: 'Changed', dryRun });
    assert.equal(title, 'Changed');
    assert.deepEqual(await registry.remove.execute(alice, 'real', { dryRun }), space);
    const forbidden = registry.remove.execute(bob, 'real', { dryRun });
    assert.equal((await rejection(forbidden)).code, 'space-forbidden');
    assert.deepEqual(await registry.list.execute(alice, { owner: '*' }, PAGE), { items: [space] });
  },

  'an update changes what it names and when it was made, which goes never back': async ({ open }) => {
    const ports = await open();
    const space = await spaceRegistry(ports).create.execute(alice, aSpaceRequest());
    const clock = shiftedClock(ports.clock, 5_000);
    const later = spaceRegistry({ ...ports, clock });
    const earliest = clock.now();
    const changed = await later.update.execute(alice, space.id, { description: '' });
    assert.deepEqual(changed, { ...space, description: '', updatedAt: changed.updatedAt });
    assert.ok(earliest <= changed.updatedAt && changed.updatedAt <= clock.now());
    const earlier = spaceRegistry({ ...ports, clock: shiftedClock(ports.clock, -60_000) });
    const again = await earlier.update.execute(alice, space.id, { title: 'Shrubs' });
    assert.deepEqual(again, { ...changed, title: 'Shrubs' });
    assert.deepEqual(await later.read.execute(alice, space.id), again);
  },

  'an update with a fault is InvalidInput and changes nothing': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const space = await registry.create.execute(alice, aSpaceRequest());
    const update = { title: 'x'.repeat(1_001), description: '\ud800' };
    const error = await rejection(registry.update.execute(alice, space.id, update));
    assert.ok(error instanceof InvalidInput, error.code);
    assert.deepEqual(
      error.faults.map(({ pointer }) => pointer),
      ['/title', '/description'],
    );
    assert.deepEqual(await registry.read.execute(alice, space.id), space);
  },

  'concurrent updates of different details lose neither': async ({ open }) => {
    const registry = spaceRegistry(await open());
    for (let round = 1; round <= 3; round += 1) {
      const { id } = await registry.create.execute(alice, aSpaceRequest());
      await Promise.all([
        registry.update.execute(alice, id, { title: 'New title' }),
        registry.update.execute(alice, id, { description: 'New description' }),
      ]);
      const { title, description } = await registry.read.execute(alice, id);
      assert.deepEqual([title, description], ['New title', 'New description']);
    }
  },

  'a deleted space is gone, and its identifier is free': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const space = await registry.create.execute(alice, aSpaceRequest({ id: 'again' }));
    assert.deepEqual(await registry.remove.execute(alice, 'again'), space);
    for (const attempt of [
      () => registry.read.execute(alice, 'again'),
      () => registry.update.execute(alice, 'again', {}),
      () => registry.remove.execute(alice, 'again'),
    ]) {
      assert.equal((await rejection(attempt())).code, 'space-not-found');
    }
    await registry.create.execute(bob, aSpaceRequest({ id: 'again' }));
    assert.equal((await registry.read.execute(bob, 'again')).owner, 'bob');
  },

  'acknowledged changes are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const registry = spaceRegistry(ports);
    const [kept, deleted] = [
      await registry.create.execute(alice, aSpaceRequest()),
      await registry.create.execute(alice, aSpaceRequest()),
    ];
    const changed = await registry.update.execute(alice, kept.id, { title: 'Bushes' });
    await registry.remove.execute(alice, deleted.id);
    const again = spaceRegistry(await reopen(ports));
    assert.deepEqual(await again.list.execute(alice, {}, PAGE), { items: [changed] });
  },

  ...spaceOwnerRules,
  ...spaceSettingsRules,
} satisfies Contract<SpaceRegistryPorts>;
