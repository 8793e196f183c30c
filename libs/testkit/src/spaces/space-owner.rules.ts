import { assert } from '../assert.js';
import { InvalidInput } from '@cairn/kernel';
import { ANONYMOUS, type Caller } from '@cairn/spaces';
import type { Contract } from '../contract.js';
import { everyItem } from '../listings.js';
import { rejection } from '../outcomes.js';
import {
  aSpaceRequest,
  callers,
  spaceRegistry,
  type SpaceRegistry,
  type SpaceRegistryPorts,
} from './space-registry.js';

const { anonymous, alice, bob, administrator, aliceClosed, administratorClosed } = callers;

/** Rules for access to spaces by owner. */
export const spaceOwnerRules = {
  'a space is its owner’s and the administrators’, and SpaceForbidden to others': async ({ open }) => {
    const registry = spaceRegistry(await open());
    const space = await registry.create.execute(alice, aSpaceRequest());
    for (const stranger of [bob, anonymous]) await assertForbidden(registry, stranger, space.id);
    for (const insider of [alice, administrator]) {
      assert.deepEqual(await registry.read.execute(insider, space.id), space);
    }
    await registry.update.execute(administrator, space.id, { title: 'Changed' });
    assert.equal((await registry.read.execute(alice, space.id)).title, 'Changed');
    await registry.remove.execute(administrator, space.id);
    assert.equal((await rejection(registry.read.execute(alice, space.id))).code, 'space-not-found');
  },

  'a space without an owner is everyone’s where that is allowed, else the administrators’': async ({
    open,
  }) => {
    const registry = spaceRegistry(await open());
    const { id } = await registry.create.execute(anonymous, aSpaceRequest());
    await assertForbidden(registry, aliceClosed, id);
    for (const caller of [anonymous, alice, administratorClosed]) {
      const title = `Changed by ${caller.owner}`;
      await registry.update.execute(caller, id, { title });
      assert.equal((await registry.read.execute(caller, id)).title, title);
    }
    await registry.remove.execute(bob, id);
    assert.equal((await rejection(registry.read.execute(anonymous, id))).code, 'space-not-found');
  },

  'a space is created in one’s own name, in nobody’s where that is allowed, in any by an administrator':
    async ({ open }) => {
      const registry = spaceRegistry(await open());
      for (const [caller, owner] of [
        [alice, 'bob'],
        [anonymous, 'alice'],
        [aliceClosed, ANONYMOUS],
      ] as const) {
        const attempt = registry.create.execute(caller, aSpaceRequest({ owner }));
        assert.equal((await rejection(attempt)).code, 'space-forbidden');
      }
      assert.deepEqual(await owners(registry, administrator, '*'), []);
      for (const [caller, owner] of [
        [alice, 'alice'],
        [alice, ANONYMOUS],
        [administratorClosed, 'bob'],
        [administratorClosed, ANONYMOUS],
      ] as const) {
        await registry.create.execute(caller, aSpaceRequest({ owner }));
      }
      assert.deepEqual(await owners(registry, administrator, '*'), [ANONYMOUS, ANONYMOUS, 'alice', 'bob']);
    },

  'an owner that is named is one whatever its Unicode form, and InvalidInput where it is none': async ({
    open,
  }) => {
    const registry = spaceRegistry(await open());
    await registry.create.execute(administrator, aSpaceRequest({ owner: ' cafe\u0301' }));
    assert.deepEqual(await owners(registry, administrator, 'caf\u00e9'), ['caf\u00e9']);
    assert.deepEqual(await owners(registry, administrator, 'cafe\u0301'), ['caf\u00e9']);
    for (const owner of ['', 'a\0', '\ud83d', 'x'.repeat(256)]) {
      const creation = registry.create.execute(administrator, aSpaceRequest({ owner }));
      const listing = registry.list.execute(administrator, { owner }, { limit: 10 });
      for (const attempt of [creation, listing]) {
        const error = await rejection(attempt);
        assert.ok(error instanceof InvalidInput, error.code);
        assert.deepEqual(
          error.faults.map(({ pointer }) => pointer),
          ['/owner'],
        );
      }
    }
    assert.deepEqual(await owners(registry, administrator, '*'), ['caf\u00e9']);
  },

  'a listing shows one’s own, others’, all or one owner’s, as far as the caller may see them': async ({
    open,
  }) => {
    const registry = spaceRegistry(await open());
    for (const caller of [anonymous, alice, bob, administrator]) {
      await registry.create.execute(caller, aSpaceRequest());
    }
    const everyone = [ANONYMOUS, 'alice', 'bob', 'root'];
    assert.deepEqual(await owners(registry, alice, 'me'), ['alice']);
    assert.deepEqual(await owners(registry, alice, 'others'), [ANONYMOUS]);
    assert.deepEqual(await owners(registry, alice, '*'), [ANONYMOUS, 'alice']);
    assert.deepEqual(await owners(registry, alice, ANONYMOUS), [ANONYMOUS]);
    assert.deepEqual(await owners(registry, alice, 'alice'), ['alice']);
    assert.deepEqual(await owners(registry, anonymous, '*'), [ANONYMOUS]);
    assert.deepEqual(await owners(registry, anonymous, 'others'), []);
    assert.deepEqual(await owners(registry, aliceClosed, '*'), ['alice']);
    assert.deepEqual(await owners(registry, aliceClosed, 'others'), []);
    assert.deepEqual(await owners(registry, administratorClosed, '*'), everyone);
    assert.deepEqual(await owners(registry, administratorClosed, 'others'), everyone.slice(0, 3));
    assert.deepEqual(await owners(registry, administratorClosed, 'bob'), ['bob']);
    assert.deepEqual(await owners(registry, alice, 'bob'), []);
    assert.deepEqual(await owners(registry, aliceClosed, ANONYMOUS), []);
    const attempt = registry.list.execute(anonymous, { owner: 'alice' }, { limit: 10 });
    assert.equal((await rejection(attempt)).code, 'space-forbidden');
  },
} satisfies Contract<SpaceRegistryPorts>;

async function assertForbidden(registry: SpaceRegistry, stranger: Caller, id: string): Promise<void> {
  const before = await registry.read.execute(administrator, id);
  for (const attempt of [
    () => registry.read.execute(stranger, id),
    () => registry.update.execute(stranger, id, { title: 'Stolen' }),
    () => registry.remove.execute(stranger, id),
  ]) {
    assert.equal((await rejection(attempt())).code, 'space-forbidden');
  }
  assert.deepEqual(await registry.read.execute(administrator, id), before);
}

async function owners(registry: SpaceRegistry, caller: Caller, owner: string): Promise<readonly string[]> {
  const spaces = await everyItem((page) => registry.list.execute(caller, { owner }, page), 2);
  return spaces.map((space) => space.owner).sort();
}
