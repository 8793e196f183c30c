import { createClient } from '@cairn/client';
import { failureOf, same, type Scenario } from './scenario.js';

/** Keys, accounts and what the server says of itself. */
export const accountScenarios: Readonly<Record<string, Scenario>> = {
  'a key is created, used, listed and revoked': async ({ client, address }) => {
    const { key, ...made } = await client.keys.create({ name: 'Client', scopes: ['images:read'] });
    const limited = createClient({ baseUrl: `${address}/`, key });
    same((await limited.quota()).imageCount >= 0, true);
    const forbidden = await failureOf(limited.images.upload(new Uint8Array(1)));
    same([forbidden.kind, forbidden.code], ['forbidden', 'scope-missing']);
    same((await client.keys.get(made.id)).name, 'Client');
    same(
      (await client.keys.list({ pageSize: 1 }).all()).some(({ id }) => id === made.id),
      true,
    );
    same(typeof (await client.keys.revoke(made.id)).revokedAt, 'string');
    const revoked = await failureOf(limited.quota());
    same([revoked.kind, revoked.status], ['unauthorized', 401]);
    const hub = await failureOf(limited.spaces.list().all());
    same([hub.kind, hub.status], ['unauthorized', 401]);
  },
  'a signing key is created, listed and revoked': async ({ client }) => {
    const { secret, ...made } = await client.signingKeys.create({
      name: `client-${Math.random().toString(36).slice(2)}`,
    });
    same(secret.length >= 32, true);
    const listed = async () => (await client.signingKeys.list()).find(({ id }) => id === made.id);
    same(await listed(), made);
    await client.signingKeys.revoke(made.id);
    same(await listed(), undefined);
  },
  'a preset is put, read and deleted': async ({ client }) => {
    const name = `client-${Math.random().toString(36).slice(2)}`;
    const made = await client.presets.put(name, { query: 'w=320&format=webp' });
    same([made.name, made.query, made.source], [name, 'w=320&format=webp', 'api']);
    same(await client.presets.get(name), made);
    const listed = async () => (await client.presets.list()).find((preset) => preset.name === name);
    same(await listed(), made);
    await client.presets.delete(name);
    same(await listed(), undefined);
  },
  'photos are put into a space and taken out, by folder and by key': async ({ client, photo }) => {
    const path = `client-${Math.random().toString(36).slice(2)}`;
    const { id: imageId } = await client.images.upload(photo, { path });
    const { id: spaceId } = await client.spaces.create({ title: 'Photos' });
    const { id: key } = await client.keys.create({ name: 'Camera', scopes: ['images:write'] });
    const listed = async () =>
      (await client.photoSpaces.list()).filter((each) => each.spaceId === spaceId).map((each) => each.path);
    const made = await client.photoSpaces.put({ path }, spaceId);
    same([made.path, made.key, made.spaceId, made.fault], [path, null, spaceId, null]);
    same((await client.photoSpaces.put({ key }, spaceId)).key, key);
    same(await listed(), [path, null]);
    await client.photoSpaces.delete({ key });
    const absent = await failureOf(client.photoSpaces.delete({ path: '' }));
    same([absent.kind, absent.code], ['not-found', 'photo-space-not-found']);
    await client.spaces.delete(spaceId);
    same(await listed(), []);
    await client.images.delete(imageId);
  },
  'an account is created, changed and listed': async ({ client }) => {
    const { id } = await client.accounts.create({ name: 'Print shop', imageQuota: 5 });
    same((await client.accounts.update(id, { imageQuota: 7 })).quota, 7);
    same((await client.accounts.get(id)).quota, 7);
    same(
      (await client.accounts.list().all()).some((account) => account.id === id),
      true,
    );
    const { key } = await client.keys.create({ name: 'Shop', scopes: ['images:read'], accountId: id });
    same(key.startsWith('cairn_'), true);
  },
  'the server says how it is': async ({ client }) => {
    same((await client.health()).status, 'ok');
    same((await client.about()).reporter.name.length > 0, true);
    same(
      (await client.jobs()).some(({ name }) => name.length > 0),
      true,
    );
  },
  'what does not answer, or is no Cairn, is an error': async ({ address, key }) => {
    const nobody = createClient({ baseUrl: 'http://127.0.0.1:9', retry: { attempts: 2, baseDelayMs: 1 } });
    same((await failureOf(nobody.quota())).kind, 'network');
    const elsewhere = createClient({ baseUrl: `${address}/nothing`, key });
    same((await failureOf(elsewhere.quota())).kind, 'not-found');
  },
};
