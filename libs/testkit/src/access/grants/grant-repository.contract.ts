import { assert } from '../../assert.js';
import type { GrantActor, GrantRole } from '@cairn/access';
import type { GrantRepository, GroupRepository } from '@cairn/access/spi';
import { anAccount, anInvite, aUser, several } from '../../builders.js';
import { aGrant, aGroup } from '../sharing-builders.js';
import type { Contract } from '../../contract.js';
import { mutate } from '../../mutate.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import { admitted, type UserPorts } from '../users/user-ports.js';

/** Grants, with those who have them. */
export interface GrantPorts extends UserPorts {
  readonly grants: GrantRepository;
  readonly groups: GroupRepository;
}

const LATER = 1_900_000_000_000;
const ACCOUNT = { type: 'account', id: 'alice' } as const;

const member = (userId: string, role: GrantRole) =>
  aGrant({ resource: ACCOUNT, to: { type: 'user', id: userId }, role });
const actor = (userId: string): GrantActor => ({
  bearer: `user:${userId}`,
  target: { accountId: 'alice', parts: [ACCOUNT] },
});

/** Rules for every `GrantRepository`. */
export const grantRepositoryContract = {
  'a grantee has one role in each resource: another one replaces it': async ({ open }) => {
    const { grants } = await open();
    const first = aGrant();
    const others = [
      aGrant({ resource: { type: 'folder', id: 'summer' } }),
      aGrant({ to: { type: 'group', id: 'bob' } }),
      aGrant({ to: { type: 'key', id: 'bob' } }),
      aGrant({ accountId: 'carol' }),
    ];
    for (const grant of [first, ...others]) assert.deepEqual(await grants.give(grant), grant);
    mutate(await grants.get(first.id));
    const changed = { ...first, role: 'editor' } as const;
    assert.deepEqual(await grants.give(aGrant({ role: 'editor' })), changed);
    assert.deepEqual(await grants.get(first.id), changed);
    for (const grant of others) assert.deepEqual(await grants.get(grant.id), grant);
    assert.equal((await grants.list('alice', { limit: 9 })).items.length, 4);
    assert.equal((await rejection(grants.get('absent'))).code, 'grant-not-found');
  },

  'the last use of a grant is known, and stays when its role changes': async ({ open }) => {
    const { grants } = await open();
    const [used, other] = [aGrant(), aGrant({ to: { type: 'key', id: 'bob' } })];
    for (const grant of [used, other]) await grants.give(grant);
    await grants.use(used.id, LATER);
    await grants.use(used.id, LATER + 1);
    await grants.use('absent', LATER);
    const expected = { ...used, lastUsedAt: LATER + 1 };
    assert.deepEqual(await grants.heldBy('user:bob'), [expected]);
    assert.deepEqual((await grants.list('alice', { limit: 9 })).items, [other, expected]);
    const changed = { ...expected, role: 'editor' } as const;
    assert.deepEqual(await grants.give(aGrant({ role: 'editor' })), changed);
    assert.deepEqual(await grants.get(used.id), changed);
    assert.deepEqual(await grants.get(other.id), other);
  },

  'of concurrent grants to one in one resource one is stored': async ({ open }) => {
    const { grants } = await open();
    const given = await Promise.all(several(6, () => grants.give(aGrant())));
    assert.equal(new Set(given.map(({ id }) => id)).size, 1);
    assert.equal((await grants.list('alice', { limit: 9 })).items.length, 1);
  },

  'an account gives at most the given number of grants, also at once; others are changed still': async ({
    open,
  }) => {
    const { grants } = await open();
    const to = (id: string) => ({ type: 'user', id }) as const;
    await grants.give(aGrant({ accountId: 'carol' }), undefined, 2);
    const first = await grants.give(aGrant({ to: to('first') }), undefined, 2);
    const more = ['a', 'b', 'c'].map((id) => grants.give(aGrant({ to: to(id) }), undefined, 2));
    const { values, refusals } = await settle(more);
    assert.equal(values.length, 1);
    assertAll(refusals, 2, 'grant-limit-reached');
    const changed = await grants.give({ ...first, id: 'other', role: 'editor' }, undefined, 2);
    assert.deepEqual(changed, { ...first, role: 'editor' });
    assert.equal((await grants.list(first.accountId, { limit: 9 })).items.length, 2);
  },

  'a user holds what was granted to them and to their groups, a key what was granted to it': async ({
    open,
  }) => {
    const { grants, groups } = await open();
    const group = aGroup({ memberIds: ['bob', 'dora'] });
    const foreign = aGroup({ accountId: 'carol', memberIds: ['bob'] });
    for (const each of [group, foreign, aGroup({ memberIds: ['dora'] })]) await groups.add(each, 9);
    const own = aGrant();
    const byGroup = aGrant({ to: { type: 'group', id: group.id } });
    const elsewhere = aGrant({ accountId: 'carol', to: { type: 'group', id: foreign.id } });
    const ofKey = aGrant({ to: { type: 'key', id: 'bob' } });
    for (const grant of [own, byGroup, elsewhere, ofKey, aGrant({ to: { type: 'user', id: 'dora' } })])
      await grants.give(grant);
    assert.deepEqual(await grants.heldBy('user:bob', 'alice'), [own, byGroup]);
    assert.deepEqual(await grants.heldBy('user:bob'), [own, byGroup, elsewhere]);
    assert.deepEqual(await grants.heldBy('key:bob', 'alice'), [ofKey]);
    assert.deepEqual(await grants.heldBy('user:nobody'), []);
    await groups.change('alice', group.id, { memberIds: ['dora'] });
    assert.deepEqual(await grants.heldBy('user:bob', 'alice'), [own]);
    await groups.remove('carol', foreign.id);
    assert.deepEqual(await grants.heldBy('user:bob'), [own]);
    assert.equal((await rejection(grants.get(elsewhere.id))).code, 'grant-not-found');
  },

  'grants are listed by account and by resource, the latest first, page by page': async ({ open }) => {
    const { grants } = await open();
    const [first, ...same] = several(4, (index) =>
      aGrant({ to: { type: 'user', id: `user ${index}` }, createdAt: LATER }),
    );
    const image = aGrant({ resource: { type: 'image', id: 'summer' }, createdAt: LATER + 1 });
    const all = [first ?? aGrant(), ...same, image, aGrant({ accountId: 'carol' }), aGrant()];
    for (const grant of all) await grants.give(grant);
    const latest = all
      .filter(({ accountId }) => accountId === 'alice')
      .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1));
    const page = await grants.list('alice', { limit: 3 });
    assert.deepEqual(page.items, latest.slice(0, 3));
    assert.deepEqual(await grants.list('alice', { limit: 9, after: page.next }), { items: latest.slice(3) });
    const { items } = await grants.list('alice', { limit: 9 }, { type: 'image', id: 'summer' });
    assert.deepEqual(items, [image]);
  },

  'a removed grant is held no more, at once; an absent one is GrantNotFound': async ({ open }) => {
    const { grants } = await open();
    const [gone, kept] = [aGrant(), aGrant({ resource: { type: 'image', id: 'one' } })];
    for (const grant of [gone, kept]) await grants.give(grant);
    assert.deepEqual(await grants.heldBy('user:bob'), [gone, kept]);
    await grants.remove(gone.id);
    assert.deepEqual(await grants.heldBy('user:bob'), [kept]);
    assert.equal((await rejection(grants.remove(gone.id))).code, 'grant-not-found');
  },

  'an actor must be a manager, for the role of an owner an owner; else nothing changes': async ({ open }) => {
    const { grants } = await open();
    const roles = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
    for (const role of roles) await grants.give(member(role, role));
    const given = await grants.give(aGrant());
    for (const role of roles) {
      const mayManage = role === 'manager' || role === 'owner';
      const tries = {
        give: grants.give(member(`new of ${role}`, 'viewer'), actor(role)),
        promote: grants.give(member(`owner of ${role}`, 'owner'), actor(role)),
        demote: grants.give(member('owner', role === 'owner' ? 'owner' : 'editor'), actor(role)),
        reduce: grants.give({ ...given, role: 'viewer' }, actor(role)),
      };
      const outcomes = await Promise.all(
        Object.values(tries).map((attempt) =>
          attempt.then(
            () => 'done',
            (error: { readonly code?: string }) => error.code,
          ),
        ),
      );
      const expected = [mayManage, role === 'owner', role === 'owner', mayManage];
      assert.deepEqual(
        outcomes,
        expected.map((isAllowed) => (isAllowed ? 'done' : 'access-forbidden')),
        role,
      );
    }
    assert.equal((await rejection(grants.remove(given.id, actor('editor')))).code, 'access-forbidden');
    const [held] = await grants.heldBy('user:owner');
    const removal = grants.remove(held?.id ?? '', actor('manager'));
    assert.equal((await rejection(removal)).code, 'access-forbidden');
    await grants.remove(given.id, actor('manager'));
  },

  'of managers who remove one another at the same time one stays': async ({ open }) => {
    const { grants } = await open();
    const names = several(4, (index) => `manager ${index}`);
    const given = await Promise.all(names.map((name) => grants.give(member(name, 'manager'))));
    const { values, refusals } = await settle(
      given.map(({ id }, index) => grants.remove(id, actor(names[(index + 1) % names.length] ?? ''))),
    );
    const left = (await grants.list('alice', { limit: 9 })).items;
    assert.equal(left.length, names.length - values.length);
    assertAll(refusals, left.length, 'access-forbidden');
    assert.ok(left.length > 0);
  },

  'the last owner of an account without a user of its own stays its owner': async ({ open }) => {
    const ports = await open();
    const { grants } = ports;
    const [one, other] = [
      await grants.give(member('one', 'owner')),
      await grants.give(member('other', 'owner')),
    ];
    const { values, refusals } = await settle([one, other].map(({ id }) => grants.remove(id)));
    assert.equal(values.length, 1);
    assertAll(refusals, 1, 'account-needs-owner');
    const [left] = (await grants.list('alice', { limit: 9 })).items;
    const demotion = grants.give(member(left?.to.id ?? '', 'viewer'));
    assert.equal((await rejection(demotion)).code, 'account-needs-owner');
    assert.equal((await grants.get(left?.id ?? '')).role, 'owner');
    await admitted(ports, { accountId: 'alice' });
    await grants.give(member(left?.to.id ?? '', 'viewer'));
  },

  'a removed user holds nothing and is in no group; an account with members keeps an owner': async ({
    open,
  }) => {
    const ports = await open();
    const { grants, groups, users } = ports;
    const admin = await admitted(ports, { role: 'owner' });
    const [home, guest] = [await admitted(ports, { accountId: 'alice' }), await admitted(ports)];
    await groups.add(aGroup({ memberIds: [guest.id, admin.id].sort() }), 9);
    await grants.give(member(guest.id, 'editor'));
    assert.equal((await rejection(users.remove(home.id, 5))).code, 'account-needs-owner');
    assert.deepEqual((await users.get(home.id)).id, home.id);
    await grants.give(member(guest.id, 'owner'));
    await users.remove(home.id, 5);
    await grants.give(member('viewer', 'viewer'));
    assert.equal((await rejection(users.remove(guest.id, 5))).code, 'account-needs-owner');
    await grants.give(member('viewer', 'owner'));
    await users.remove(guest.id, 5);
    assert.deepEqual(await grants.heldBy(`user:${guest.id}`), []);
    assert.deepEqual((await groups.list('alice'))[0]?.memberIds, [admin.id]);
  },

  'the user of an invite with a grant holds it': async ({ open }) => {
    const { grants, invites, users } = await open();
    const { id, accountId, resource, role } = aGrant({ role: 'editor' });
    const invite = anInvite({ grant: { id, accountId, resource, role } });
    await invites.add(invite);
    assert.deepEqual((await invites.find(invite.digest))?.grant, invite.grant);
    const user = aUser();
    await users.admit(user, { digest: invite.digest, account: anAccount({ id: user.accountId }) });
    const to = { type: 'user', id: user.id } as const;
    assert.deepEqual(await grants.heldBy(`user:${user.id}`), [
      { id, accountId, resource, role, to, createdAt: user.createdAt },
    ]);
  },

  'grants are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const grant = await ports.grants.give(aGrant());
    assert.deepEqual(await (await reopen(ports)).grants.heldBy('user:bob'), [grant]);
  },
} satisfies Contract<GrantPorts>;
