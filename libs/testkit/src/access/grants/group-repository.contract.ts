import { assert } from '../../assert.js';
import type { GroupRepository } from '@cairn/access/spi';
import { several } from '../../builders.js';
import { aGroup } from '../sharing-builders.js';
import type { Contract } from '../../contract.js';
import { mutate } from '../../mutate.js';
import { assertAll, rejection, settle } from '../../outcomes.js';

/** Rules for every `GroupRepository`. What members hold is a rule of grants. */
export const groupRepositoryContract = {
  'groups are listed by account, oldest first, with their members in order': async ({ open }) => {
    const groups = await open();
    const made = [
      aGroup({ memberIds: ['B', 'a', 'b'] }),
      aGroup({ name: 'Work' }),
      aGroup({ memberIds: ['a'] }),
    ];
    for (const group of [...made, aGroup({ accountId: 'carol' })]) await groups.add(group, 9);
    assert.deepEqual(await groups.list('alice'), made);
    mutate((await groups.list('alice'))[0]);
    assert.deepEqual(await groups.list('alice'), made);
    assert.deepEqual(await groups.list('nobody'), []);
  },

  'an account has at most the given number of groups, also of concurrent ones': async ({ open }) => {
    const groups = await open();
    await groups.add(aGroup({ accountId: 'carol' }), 2);
    const { values, refusals } = await settle(several(5, () => groups.add(aGroup(), 2)));
    assert.equal(values.length, 2);
    assertAll(refusals, 3, 'group-limit-reached');
    assert.equal((await groups.list('alice')).length, 2);
  },

  'a change replaces what it names; of an absent group or another account’s it is GroupNotFound': async ({
    open,
  }) => {
    const groups = await open();
    const [group, other] = [aGroup({ memberIds: ['a', 'b'] }), aGroup({ accountId: 'carol' })];
    for (const each of [group, other]) await groups.add(each, 9);
    const named = { ...group, name: 'Club' };
    assert.deepEqual(await groups.change('alice', group.id, { name: 'Club' }), named);
    const changed = { ...named, memberIds: ['b', 'c'] };
    assert.deepEqual(await groups.change('alice', group.id, { memberIds: ['b', 'c'] }), changed);
    assert.deepEqual(await groups.list('alice'), [changed]);
    for (const id of [other.id, 'absent'])
      assert.equal((await rejection(groups.change('alice', id, { name: 'x' }))).code, 'group-not-found');
    assert.deepEqual(await groups.list('carol'), [other]);
  },

  'a removed group is gone; an absent one or another account’s is GroupNotFound': async ({ open }) => {
    const groups = await open();
    const [group, other] = [aGroup({ memberIds: ['a'] }), aGroup({ accountId: 'carol' })];
    for (const each of [group, other]) await groups.add(each, 9);
    await groups.remove('alice', group.id);
    assert.deepEqual(await groups.list('alice'), []);
    for (const id of [other.id, group.id])
      assert.equal((await rejection(groups.remove('alice', id))).code, 'group-not-found');
    assert.deepEqual(await groups.list('carol'), [other]);
  },

  'groups are there after a restart': async ({ open, reopen }) => {
    const groups = await open();
    const group = aGroup({ memberIds: ['a'] });
    await groups.add(group, 9);
    assert.deepEqual(await (await reopen(groups)).list('alice'), [group]);
  },
} satisfies Contract<GroupRepository>;
