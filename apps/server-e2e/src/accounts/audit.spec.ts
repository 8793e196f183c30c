import type { AuditRecord, CreatedKey, CreatedLinkRecord, SpaceRecord } from '@cairn/api-schema';
import { PATIENT, ServerProcess, until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { collection, point } from '../features/hub.js';
import type { Caller } from '../smoke/caller.js';
import { openAccount } from '../support/accounts.js';
import { setUp } from '../support/browser.js';
import { SharedAccount } from '../support/shared-account.js';

const { bytes } = fixtures.jpeg;
const headers = { 'content-type': 'application/json' };

// It starts a server twice, to see what a stop leaves. A session of others needs one without other users.
describe('the audit trail', () => {
  let server: ServerProcess;

  const list = async (query: string, key = server.key): Promise<readonly AuditRecord[]> => {
    const answer = await server.fetch(`/api/audit?${query}`, { key });
    expect(answer.status).toBe(200);
    return (await answer.json()) as readonly AuditRecord[];
  };
  /** The entries once there are so many. They are stored a moment after their requests. */
  const listed = async (query: string, count: number, key?: string): Promise<readonly AuditRecord[]> => {
    await until(`there are ${count} entries`, async () => (await list(query, key)).length >= count);
    const entries = await list(query, key);
    expect(entries).toHaveLength(count);
    return entries;
  };

  beforeAll(async () => {
    server = await ServerProcess.start({ nodeOptions: PATIENT }); // it is stopped, not killed
  });

  afterAll(async () => {
    await server.dispose();
  });

  it('tells what keys, users and guests changed and were refused, of one account, and no secret', async () => {
    const owner = await setUp(server);
    const { id: accountId, key } = await openAccount(server, 'Audited', {
      scopes: ['images:read', 'images:write', 'keys:manage'],
    });
    const made = await server.fetch('/api/keys', {
      method: 'POST',
      key,
      headers,
      body: JSON.stringify({ name: 'Reader', scopes: ['images:read'] }),
    });
    const reader = (await made.json()) as CreatedKey;
    const sent = await server.fetch('/api/upload', { method: 'POST', key, body: uploadForm({ bytes }) });
    const { id } = (await sent.json()) as { readonly id: string };
    await server.fetch(`/api/images/${id}`, { key });
    // What is refused again is counted where it was first.
    for (const image of [id, 'another'])
      expect((await server.fetch(`/api/images/${image}`, { method: 'DELETE', key: reader.key })).status).toBe(
        403,
      );
    const linked = await server.fetch('/api/links', {
      method: 'POST',
      key,
      headers,
      body: JSON.stringify({ role: 'contributor', resource: { type: 'folder', id: 'a' } }),
    });
    const link = (await linked.json()) as CreatedLinkRecord;
    const secret = link.url.slice(link.url.lastIndexOf('/') + 1);
    const byGuests = [
      { path: `/api/shared/${secret}/upload`, image: fixtures.jpeg },
      { path: `/a/${secret}/upload`, image: fixtures.png },
    ];
    for (const { path, image } of byGuests)
      await server.fetch(path, {
        method: 'POST',
        key: null,
        body: uploadForm({ bytes: image.bytes }),
        redirect: 'manual',
        headers: { origin: server.origin },
      });
    expect((await server.fetch('/api/images/none', { method: 'DELETE', key })).status).toBe(404);
    expect((await server.fetch(`/api/images/${id}`, { method: 'DELETE', key })).status).toBe(200);

    const entries = await listed('limit=100', 8, key);
    const principal = expect.stringMatching(/^key:\w+$/);
    const folder = { type: 'folder', id: 'a', title: 'a' };
    const guest = { id: expect.any(String), name: null };
    const byLink = { principal: `link:${link.id}`, target: 'folder:a', thing: folder, guest };
    const image = { type: 'image', id, title: 'photo.jpg' };
    const named = (key: unknown, title: string) => ({
      thing: { type: 'key', id: key, title },
      imageCount: 0,
    });
    expect(entries).toEqual(
      [
        { principal, operation: 'deleteImage', target: id, status: 200, thing: image },
        { ...byLink, operation: 'uploadSharedPage', status: 303 },
        { ...byLink, operation: 'uploadShared', status: 201 },
        {
          principal,
          operation: 'createLink',
          target: null,
          status: 201,
          thing: { type: 'link', id: link.id, title: 'a' },
          imageCount: 0,
        },
        {
          principal: `key:${reader.id}`,
          operation: 'deleteImage',
          target: id,
          status: 403,
          thing: image,
          count: 2,
        },
        { principal, operation: 'uploadImage', target: id, status: 201 },
        { principal, operation: 'createKey', target: null, status: 201, ...named(reader.id, 'Reader') },
        // The first key of the account, by an administrator.
        {
          principal,
          operation: 'createKey',
          target: null,
          status: 201,
          ...named(expect.any(String), 'Audited'),
        },
      ].map((entry) => ({
        count: 1,
        guest: null,
        thing: null,
        images: expect.any(Array),
        imageCount: 1,
        row: expect.any(String),
        ...entry,
        id: expect.any(String),
        at: expect.any(String),
        accountId,
        address: null,
      })),
    );
    expect(await list(`operation=deleteImage&principal=key:${reader.id}`, key)).toHaveLength(1);
    expect(await list(`since=${entries[2]?.at ?? ''}&limit=100`, key)).toHaveLength(3);
    expect((await server.fetch('/api/audit?accountId=*', { key })).status).toBe(403);
    expect((await server.fetch('/api/audit', { key: reader.key })).status).toBe(403);

    const preset = await owner.send('PUT', '/api/presets/audited', { body: { query: 'w=10' } });
    expect(preset.ok).toBe(true);
    const [byUser] = await listed('accountId=*&operation=putPreset', 1);
    expect(byUser).toMatchObject({ principal: expect.stringMatching(/^user:\w+$/), target: 'audited' });
    const everything = JSON.stringify(await list('accountId=*'));
    for (const one of [key, reader.key, secret, server.key, owner.cookie.split('=')[1] ?? ''])
      expect(everything).not.toContain(one);
  });

  it('has what was changed right before a stop, and nothing where it is turned off', async () => {
    const first = server;
    await server.fetch('/api/presets/last', { method: 'PUT', headers, body: '{"query":"w=20"}' });
    expect(await first.end('SIGTERM')).toBe(0);
    const { dataDir, key } = first;
    const again = await ServerProcess.start({ dataDir, key });
    server = again;
    expect(await list('operation=putPreset&limit=1')).toMatchObject([{ target: 'last' }]);
    await again.end('SIGTERM');
    server = await ServerProcess.start({ dataDir, key, env: { CAIRN_AUDIT_DAYS: '0' } });
    await server.fetch('/api/presets/last', { method: 'DELETE' });
    // The job removes them at the start.
    await until('nothing is there', async () => (await list('accountId=*')).length === 0);
    await server.fetch('/api/presets/last', { method: 'PUT', headers, body: '{"query":"w=20"}' });
    await server.end('SIGTERM');
    server = await ServerProcess.start({ dataDir, key, env: { CAIRN_AUDIT_DAYS: '1' } });
    expect(await list('accountId=*')).toEqual([]);
    await server.end('SIGTERM');
    server = first; // It has the folder to remove.
  });
});

describe('the audit trail of an account', () => {
  let shared: SharedAccount;

  beforeAll(async () => {
    shared = await SharedAccount.start();
  });

  afterAll(() => shared.server.dispose());

  it('has what others did to what is shared with them, and was refused there', async () => {
    const { ada, grace } = shared;
    const { id: space } = (await ada.post('/hub/spaces', { title: 'Shared' })).json<SpaceRecord>();
    const image = await shared.uploaded();
    const stranger = await grace.put(`/hub/spaces/${space}/features`, collection(point('one', 7, 46)));
    expect(stranger.status).toBe(403);
    await shared.give({ type: 'image', id: image.id }, 'editor');
    const { id: grantId, to } = await shared.give({ type: 'space', id: space }, 'editor');
    const [features, tags] = [`/hub/spaces/${space}/features`, { tags: ['x'] }];
    const answers = [
      await grace.put(features, collection(point('one', 7, 46))),
      await grace.patch(`/hub/spaces/${space}`, { title: 'Theirs' }),
      await grace.send('PATCH', `/api/images/${image.id}`, { body: tags, headers: shared.headers }),
      await grace.delete(`${features}/one`),
      await grace.delete(`/api/grants/${grantId}`),
      await grace.post('/hub/spaces', { title: 'Own' }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 204, 204, 200]);
    const trailOf = async (caller: Caller, query = ''): Promise<readonly AuditRecord[]> =>
      (await caller.get(`/api/audit?principal=user:${to.id}&limit=100${query}`)).json<AuditRecord[]>();
    await until('it is all noted', async () => (await trailOf(grace, '&operation=createSpace')).length > 0);
    const entries = (await trailOf(ada)).slice(0, 5);
    // In any order: an entry has the time at which its answer was sent, which its client may have a little earlier.
    expect(
      new Set(entries.map(({ operation, target, status }) => `${operation} ${target} ${status}`)),
    ).toEqual(
      new Set([
        `takeGrant ${grantId} 204`,
        `deleteFeature ${space}/one 204`,
        `patchImage ${image.id} 200`,
        `patchSpace ${space} 403`,
        `putFeatures ${space} 200`,
      ]),
    );
    const own = (await trailOf(grace)).slice(0, 2);
    expect(own.map(({ operation, status }) => [operation, status])).toEqual([
      ['createSpace', 200],
      ['putFeatures', 403],
    ]);
  });
});
