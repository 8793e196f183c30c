import { createClient } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

/** Keys, accounts and what the server says of itself. */
export const accountScenarios: Readonly<Record<string, Scenario>> = {
  'a key is created, used, listed and revoked': async ({ client, address }) => {
    const { key, ...made } = await client.call('POST /api/keys', {
      body: { name: 'Client', scopes: ['images:read'] },
    });
    const limited = createClient({ baseUrl: `${address}/`, key });
    same((await limited.call('GET /api/quota')).imageCount >= 0, true);
    const forbidden = await failureOf(limited.upload(new Uint8Array(1)));
    same([forbidden.kind, forbidden.code], ['forbidden', 'scope-missing']);
    same((await client.call('GET /api/keys/{id}', { params: { id: made.id } })).name, 'Client');
    same(
      (await client.list('GET /api/keys', { query: { limit: 1 } }).all()).some(({ id }) => id === made.id),
      true,
    );
    same(
      typeof (await client.call('DELETE /api/keys/{id}', { params: { id: made.id } })).revokedAt,
      'string',
    );
    const revoked = await failureOf(limited.call('GET /api/quota'));
    same([revoked.kind, revoked.status], ['unauthorized', 401]);
    const hub = await failureOf(limited.list('GET /hub/spaces').all());
    same([hub.kind, hub.status], ['unauthorized', 401]);
  },
  'a signing key is created, listed and revoked': async ({ client }) => {
    const { secret, ...made } = await client.call('POST /api/signing-keys', {
      body: {
        name: `client-${Math.random().toString(36).slice(2)}`,
      },
    });
    same(secret.length >= 32, true);
    const listed = async () => (await client.call('GET /api/signing-keys')).find(({ id }) => id === made.id);
    same(await listed(), made);
    await client.call('DELETE /api/signing-keys/{id}', { params: { id: made.id } });
    same(await listed(), undefined);
  },
  'a preset is put, read and deleted': async ({ client }) => {
    const name = `client-${Math.random().toString(36).slice(2)}`;
    const made = await client.call('PUT /api/presets/{name}', {
      params: { name },
      body: { query: 'w=320&format=webp' },
    });
    same([made.name, made.query, made.source], [name, 'w=320&format=webp', 'api']);
    same(await client.call('GET /api/presets/{name}', { params: { name } }), made);
    const listed = async () => (await client.call('GET /api/presets')).find((preset) => preset.name === name);
    same(await listed(), made);
    await client.call('DELETE /api/presets/{name}', { params: { name } });
    same(await listed(), undefined);
  },
  'photos are put into a space and taken out, by folder and by key': async ({ client, photo }) => {
    const path = `client-${Math.random().toString(36).slice(2)}`;
    const { id: imageId } = await client.upload(photo, { path });
    const { id: spaceId } = await client.call('POST /hub/spaces', { body: { title: 'Photos' } });
    const { id: key } = await client.call('POST /api/keys', {
      body: { name: 'Camera', scopes: ['images:write'] },
    });
    const listed = async () =>
      (await client.call('GET /api/photo-spaces'))
        .filter((each) => each.spaceId === spaceId)
        .map((each) => each.path);
    const made = await client.call('PUT /api/photo-spaces', { query: { path }, body: { spaceId } });
    same([made.path, made.key, made.spaceId, made.fault], [path, null, spaceId, null]);
    same((await client.call('PUT /api/photo-spaces', { query: { key }, body: { spaceId } })).key, key);
    same(await listed(), [path, null]);
    await client.call('DELETE /api/photo-spaces', { query: { key } });
    const absent = await failureOf(client.call('DELETE /api/photo-spaces', { query: { path: '' } }));
    same([absent.kind, absent.code], ['not-found', 'photo-space-not-found']);
    await client.call('DELETE /hub/spaces/{spaceId}', { params: { spaceId } });
    same(await listed(), []);
    await client.call('DELETE /api/images/{id}', { params: { id: imageId } });
  },
  'an account is created, changed and listed': async ({ client }) => {
    const { id } = await client.call('POST /api/accounts', { body: { name: 'Print shop', imageQuota: 5 } });
    same(
      (await client.call('PATCH /api/accounts/{id}', { params: { id }, body: { imageQuota: 7 } })).quota,
      7,
    );
    same((await client.call('GET /api/accounts/{id}', { params: { id } })).quota, 7);
    same(
      (await client.list('GET /api/accounts').all()).some((account) => account.id === id),
      true,
    );
    const { key } = await client.call('POST /api/keys', {
      body: { name: 'Shop', scopes: ['images:read'], accountId: id },
    });
    same(key.startsWith('cairn_'), true);
  },
  'the server says how it is': async ({ client }) => {
    same((await client.health()).status, 'ok');
    same((await client.call('GET /hub')).reporter.name.length > 0, true);
    same(
      (await client.call('GET /api/jobs')).some(({ name }) => name.length > 0),
      true,
    );
  },
  'what does not answer, or is no Cairn, is an error': async ({ address, key }) => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retry: { attempts: 2, baseDelayMs: 1 } });
    same((await failureOf(nobody.call('GET /api/quota'))).kind, 'network');
    const elsewhere = createClient({ baseUrl: `${address}/nothing`, key });
    same((await failureOf(elsewhere.call('GET /api/quota'))).kind, 'not-found');
  },
};
