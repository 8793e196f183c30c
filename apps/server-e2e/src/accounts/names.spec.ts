import type {
  AccountRecord,
  AuditRecord,
  CreatedKey,
  Problem,
  ReceivedGrants,
  SessionRecord,
} from '@cairn/api-schema';
import { until } from '@cairn/harness';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Caller } from '../smoke/caller.js';
import { PASSWORD } from '../support/browser.js';
import { SharedAccount } from '../support/shared-account.js';

let shared: SharedAccount;
let grace: SessionRecord;

beforeAll(async () => {
  shared = await SharedAccount.start();
  grace = (await shared.grace.get('/api/session')).json();
});
afterAll(() => shared.server.dispose());

it('of the first account is that of its first user', async () => {
  const session = (await shared.ada.get('/api/session')).json<SessionRecord>();
  expect(session).toMatchObject({ user: { name: 'Ada' }, account: { name: 'Ada' } });
});

it('of a user is changed by the user and by administrators, with sessions and keys that stay', async () => {
  const path = `/api/users/${grace.user.id}`;
  const { key } = (
    await shared.grace.post('/api/keys', { name: 'Own', scopes: ['keys:manage'] })
  ).json<CreatedKey>();
  expect((await shared.grace.patch(path, { name: ' Grace Hopper ' })).json()).toMatchObject({
    name: 'Grace Hopper',
    role: 'member',
  });
  const ask = { key: null, method: 'POST', headers: { 'content-type': 'application/json' } };
  const signIn = async (name: string): Promise<number> =>
    (
      await shared.server.fetch('/api/session', {
        ...ask,
        body: JSON.stringify({ name, password: PASSWORD }),
      })
    ).status;
  expect([await signIn('GRACE hopper'), await signIn('Grace')]).toEqual([201, 401]);
  expect((await shared.grace.get('/api/session')).status).toBe(200);
  expect((await Caller.by(shared.server, key).get('/api/keys')).status).toBe(200);
  const byKey = await Caller.by(shared.server, key).patch(path, { name: 'Robot' });
  expect([byKey.status, byKey.code]).toEqual([403, 'scope-missing']);

  const taken = await shared.ada.patch(path, { name: 'aDA' });
  expect([taken.status, taken.code]).toEqual([409, 'user-exists']);
  expect((await shared.ada.patch(path, { name: 'Grace' })).status).toBe(200);
  const refused = [{ name: '' }, { name: 'a\u0007' }, {}, { name: 'Eve', role: 'owner' }];
  for (const body of refused) expect((await shared.ada.patch(path, body)).status).toBe(400);
  const others = (await shared.ada.get('/api/users')).json<readonly { readonly id: string }[]>();
  for (const { id } of others.filter((user) => user.id !== grace.user.id))
    expect((await shared.grace.patch(`/api/users/${id}`, { name: 'Mallory' })).status).toBe(403);
  expect((await shared.grace.patch(path, { role: 'owner' })).status).toBe(403);
  expect((await shared.grace.patch('/api/users/nobody', { name: 'Mallory' })).status).toBe(403);
});

it('of an account is changed by its user, and read where something is shared', async () => {
  await shared.give({ type: 'account', id: shared.accountId }, 'owner');
  const named = await shared.ada.patch(`/api/accounts/${shared.accountId}`, { name: 'The Lovelaces' });
  expect(named.json<AccountRecord>().name).toBe('The Lovelaces');
  const received = (await shared.grace.get('/api/grants/received')).json<ReceivedGrants>();
  expect(received.grants[0]?.account.name).toBe('The Lovelaces');
  expect((await shared.grace.patch(`/api/accounts/${shared.accountId}`, { name: 'Mine' })).status).toBe(403);
  const own = `/api/accounts/${grace.account.id}`;
  expect((await shared.grace.patch(own, { name: 'Navy' })).json()).toMatchObject({ name: 'Navy' });
  for (const quota of [{ imageQuota: 5 }, { imageBytesQuota: null }, { name: 'More', imageQuota: 5 }])
    expect((await shared.grace.patch(own, quota)).code).toBe('scope-missing');
  expect((await shared.grace.get(own)).json()).toMatchObject({ name: 'Navy', quota: 10_000 });
  expect((await shared.ada.patch(own, { name: 'x'.repeat(201) })).status).toBe(400);
});

it('that is changed is told in the trail of its account', async () => {
  const asked = `/api/audit?accountId=${grace.account.id}&limit=50`;
  const told = async (): Promise<readonly string[]> =>
    (await shared.ada.get(asked)).json<readonly AuditRecord[]>().map(({ operation }) => operation);
  await until('both are told', async () => {
    const operations = await told();
    return operations.includes('changeUser') && operations.includes('changeAccount');
  });
});

it('that nobody has is told: each of a group with its place, and that of a grant', async () => {
  const memberNames = ['Nobody', 'grace', 'No one'];
  const group = await shared.ada.post('/api/groups', { name: 'Family', memberNames });
  expect([group.status, group.code]).toEqual([400, 'invalid-input']);
  expect(group.json<Problem>().errors).toEqual([
    {
      pointer: '/memberNames/0',
      code: 'unknown-user',
      detail: 'There is no user with the name “Nobody”.',
    },
    {
      pointer: '/memberNames/2',
      code: 'unknown-user',
      detail: 'There is no user with the name “No one”.',
    },
  ]);
  const grant = await shared.ada.post('/api/grants', {
    resource: { type: 'folder', id: 'open' },
    to: { type: 'user', name: 'Nobody' },
    role: 'viewer',
  });
  expect([grant.status, grant.code]).toEqual([404, 'user-not-found']);
  expect(grant.json<Problem>().detail).toBe('There is no user with the name “Nobody”.');
});
