import { assert } from '../assert.js';
import { InvalidInput } from '@cairn/kernel';
import { allSettings } from '../builders.js';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';
import { rejection } from '../outcomes.js';
import { aSpaceRequest, callers, spaceRegistry, type SpaceRegistryPorts } from './space-registry.js';

const { anonymous, alice, bob, administrator } = callers;

/** Rules for the settings of spaces, and for what follows from them. */
export const spaceSettingsRules = {
  'settings are kept as given, without what is as by default': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const create = (settings: NonNullable<ReturnType<typeof aSpaceRequest>['settings']>) =>
      registry.create.execute(alice, aSpaceRequest({ settings }));
    const full = await create({ ...allSettings, unknown: 1 });
    assert.deepEqual(full.settings, allSettings);
    assert.deepEqual(await registry.read.execute(alice, full.id), full);
    const usual = await create({
      shared: false,
      readOnly: false,
      active: true,
      client: {},
      tags: {},
      searchableProperties: {},
      packages: [],
      copyright: [],
      license: null,
      versionsToKeep: null,
      minTileLevel: null,
      cacheTTL: -1,
    });
    assert.deepEqual(usual.settings, {});
    assert.deepEqual((await create({ packages: ['b', 'a', 'b'] })).settings, { packages: ['b', 'a'] });
  },

  'a change of settings is merged at every depth, and null takes away': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const { id } = await registry.create.execute(alice, aSpaceRequest({ settings: allSettings }));
    const { license, readOnly, active, ...kept } = allSettings;
    const changed = await registry.update.execute(alice, id, {
      settings: {
        license: null,
        readOnly: null,
        active: null,
        client: { deep: null, added: { a: 1, b: null } },
        searchableProperties: { size: null, height: true },
        tags: { latest: null, start: { description: null } },
        copyright: [{ alt: 'New' }],
      },
    });
    assert.deepEqual(changed.settings, {
      ...kept,
      client: { added: { a: 1 } },
      searchableProperties: { 'name.de::string': true, height: true },
      tags: { start: { version: 0 } },
      copyright: [{ alt: 'New' }],
    });
    assert.deepEqual((await registry.read.execute(alice, id)).settings, changed.settings);
    assert.deepEqual((await registry.update.execute(alice, id, {})).settings, changed.settings);
  },

  'every fault of settings is reported with its pointer, and nothing is stored': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const settings = {
      shared: 'yes',
      license: 'GPL',
      client: { x: 'x'.repeat(1_024) },
      packages: ['', 'a\0'],
      copyright: [{ label: 1 }, 'c'],
      searchableProperties: { 'a/b~c': 1, '': true },
      tags: { '1st': {}, ok: { version: -1, description: 'x'.repeat(256) } },
      versionsToKeep: 0,
      readOnly: 1,
      active: null,
      minTileLevel: 31,
      maxTileLevel: 2.5,
      cacheTTL: -2,
    };
    const error = await rejection(registry.create.execute(alice, aSpaceRequest({ title: '\0', settings })));
    assert.ok(error instanceof InvalidInput, error.code);
    assert.deepEqual(
      error.faults.map(({ pointer, code }) => `${pointer} ${code}`),
      [
        '/title invalid-character',
        '/shared invalid-type',
        '/copyright/0/label invalid-type',
        '/copyright/1 invalid-type',
        '/license invalid-value',
        '/client too-large',
        '/searchableProperties/a~1b~0c invalid-type',
        '/searchableProperties/ invalid-length',
        '/packages/0 invalid-length',
        '/packages/1 invalid-character',
        '/tags/1st invalid-name',
        '/tags/ok/version out-of-range',
        '/tags/ok/description text-too-long',
        '/versionsToKeep out-of-range',
        '/readOnly invalid-type',
        '/minTileLevel out-of-range',
        '/maxTileLevel invalid-type',
        '/cacheTTL out-of-range',
      ],
    );
    assert.deepEqual(await everyItem((page) => registry.list.execute(alice, {}, page), 5), []);
  },

  'a history that is kept is not given up by a change': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const { id } = await registry.create.execute(alice, aSpaceRequest());
    const keep = (versionsToKeep: number | null) =>
      registry.update.execute(alice, id, { settings: { versionsToKeep } });
    for (const versions of [1, null, 5, 2, 1_000_000_001]) await keep(versions);
    for (const versions of [1, null, 0, 1_000_000_002]) {
      const error = await rejection(keep(versions));
      assert.ok(error instanceof InvalidInput, error.code);
      assert.equal(error.faults[0]?.pointer, '/versionsToKeep');
    }
    assert.equal((await registry.read.execute(alice, id)).settings.versionsToKeep, 1_000_000_001);
  },

  'a shared space is seen by everyone with a credential, and is changed by no more callers': async ({
    open,
  }) => {
    const registry = spaceRegistry(await open());
    const settings = { shared: true };
    const space = await registry.create.execute(alice, aSpaceRequest({ settings }));
    await registry.create.execute(alice, aSpaceRequest());
    assert.deepEqual(await registry.read.execute(bob, space.id), space);
    for (const owner of ['others', '*', 'alice'])
      assert.deepEqual((await registry.list.execute(bob, { owner }, { limit: 5 })).items, [space]);
    assert.deepEqual((await registry.list.execute(bob, {}, { limit: 5 })).items, []);
    for (const attempt of [
      () => registry.read.execute(anonymous, space.id),
      () => registry.update.execute(bob, space.id, { settings: { shared: false } }),
      () => registry.remove.execute(bob, space.id),
    ])
      assert.equal((await rejection(attempt())).code, 'space-forbidden');
    assert.deepEqual((await registry.list.execute(anonymous, { owner: '*' }, { limit: 5 })).items, []);
  },

  'a space changes hands only by an administrator': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const { id } = await registry.create.execute(alice, aSpaceRequest());
    const given = registry.update.execute(alice, id, { owner: 'bob' });
    assert.equal((await rejection(given)).code, 'space-forbidden');
    assert.equal((await registry.update.execute(alice, id, { owner: 'alice' })).owner, 'alice');
    assert.equal((await registry.update.execute(administrator, id, { owner: 'bob' })).owner, 'bob');
    assert.equal((await registry.read.execute(bob, id)).owner, 'bob');
    assert.equal((await rejection(registry.read.execute(alice, id))).code, 'space-forbidden');
  },

  'a caller with a limit has no more spaces than that': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const limited = { ...alice, limits: { maxSpaces: 2 } };
    const dryRun = true;
    for (let left = 2; left > 0; left -= 1) {
      await registry.create.execute(limited, aSpaceRequest({ dryRun }));
      await registry.create.execute(limited, aSpaceRequest());
    }
    for (const request of [aSpaceRequest({ dryRun }), aSpaceRequest()])
      assert.equal((await rejection(registry.create.execute(limited, request))).code, 'space-limit-reached');
    await registry.create.execute(alice, aSpaceRequest());
    assert.equal((await registry.list.execute(alice, {}, { limit: 9 })).items.length, 3);
  },

  'psql names the storage of every service': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const space = await registry.create.execute(alice, aSpaceRequest({ storageId: 'psql' }));
    assert.equal(space.storageId, 'test');
    assert.deepEqual(await registry.read.execute(alice, space.id), space);
  },
} satisfies Contract<SpaceRegistryPorts>;
