import { createHash } from 'node:crypto';
import type { CreatedKey, ImageDetails, ImagePage } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImagesClient } from '../images/images-client.js';
import { openAccount } from '../support/accounts.js';
import { setUp, type Browser } from '../support/browser.js';
import { inSeconds, signed } from '../support/signed.js';

const SECRET = 'a-secret-of-the-site-of-32-characters';
const { bytes } = fixtures.jpeg;
const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`;

/** Derivatives that are allowed and refused, parameters that are wrong, and placeholders. */
const QUERIES = [
  ...['', '?', '?w=320', '?w=320&format=webp', '?format=auto', '?w=320&dpr=2&format=avif', '?preset=tiny'],
  ...['?w=640&blur=5', '?format=thumbhash', '?format=blurhash', '?format=color', '?utm=x'],
  ...['?w=321', '?w=no', '?format=exe', '?preset=none', '?w=320&w=640', '?crop=9999,0,1,1'],
];
const HEADERS: readonly Readonly<Record<string, string>>[] = [
  { range: 'bytes=0-9' },
  { range: 'bytes=999999-' },
  { range: 'bytes=0-9', 'if-range': etag },
  { 'if-none-match': etag },
  { 'if-none-match': '*' },
  { 'if-match': '"other"' },
  { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() },
  { 'if-unmodified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
  { accept: 'image/avif,image/webp' },
  { 'sec-ch-width': '320', 'sec-ch-dpr': '2', origin: 'https://elsewhere.example' },
];

let server: ServerProcess;
let images: ImagesClient;
let browser: Browser;
let strangers: Readonly<Record<string, Readonly<Record<string, string>>>>;
let id: string;
let url: string;

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const owner = () => bearer(server.key);
const never = (address: string): string => address.replace('/closed/', '/never-was-here/');
const show = (visibility: string, ids = [id]): Promise<unknown> =>
  server.json('POST', '/api/images/bulk/visibility', { ids, visibility });
const statusOf = async (address: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
  (await fetch(address, { headers })).status;

/** All of an answer that a stranger sees. The request has its own id, which the answer repeats. */
async function seen(address: string, init: RequestInit): Promise<unknown> {
  const headers = { ...(init.headers as Record<string, string>), 'x-request-id': 'same' };
  const answer = await fetch(address, { ...init, headers, redirect: 'manual' });
  const { date: _, ...shown } = Object.fromEntries(answer.headers);
  return { status: answer.status, shown, body: await answer.text() };
}

/** Everything that may be asked for at an address. */
function askedOf(address: string): readonly (readonly [string, RequestInit])[] {
  const signatures = [`w=321&key=site`, `w=321&expires=${inSeconds(600)}&key=site`, 'key=site'];
  return [
    ...QUERIES.map((query) => [address + query, {}] as const),
    ...QUERIES.map((query) => [address + query, { method: 'HEAD' }] as const),
    ...HEADERS.map((headers) => [address, { headers }] as const),
    ...HEADERS.map((headers) => [`${address}?w=320`, { headers, method: 'HEAD' }] as const),
    ...['PUT', 'POST', 'DELETE', 'OPTIONS'].map((method) => [address, { method }] as const),
    ...signatures.map((query) => [signed(address, query, SECRET), {}] as const),
    [signed(address, 'w=321&key=site', 'another secret of 32 characters..'), {}],
  ];
}

async function expectNothing(address: string, headers: Readonly<Record<string, string>>): Promise<void> {
  const absent = askedOf(never(address));
  const pairs = askedOf(address).map(async ([asked, init], index) => {
    const [elsewhere = ''] = absent[index] ?? [];
    const withKey = { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } };
    const [here, there] = await Promise.all([seen(asked, withKey), seen(elsewhere, withKey)]);
    expect([asked, init, here]).toEqual([asked, init, there]);
  });
  await Promise.all(pairs);
}

beforeAll(async () => {
  const env = {
    CAIRN_SIGNING_KEYS: `site:${SECRET}`,
    CAIRN_PRESETS: 'tiny=w=50',
    CAIRN_CLIENT_HINTS: 'on',
  };
  server = await ServerProcess.inMemory(env);
  images = new ImagesClient(server);
  browser = await setUp(server);
  const body = { name: 'writer', scopes: ['images:write'] };
  const [{ key: other }, { key: writer }, uploaded] = await Promise.all([
    openAccount(server, 'Other'),
    server.json<CreatedKey>('POST', '/api/keys', body),
    images.uploaded({ bytes, path: 'closed', name: 'lake.jpg' }),
  ]);
  ({ id, url } = uploaded);
  strangers = {
    nobody: {},
    'another account': bearer(other),
    'a key that may not read': bearer(writer),
    'a key that is none': bearer(`cairn_${'x'.repeat(43)}`),
    'no bearer': { authorization: 'Basic eDp5' },
    'a cookie that is none': { cookie: `cairn_session=${'x'.repeat(43)}` },
  };
});

afterAll(() => server.dispose());

describe('a private file', () => {
  it('is closed at once, though it was cached, and so is all that is made of it; then opened again', async () => {
    for (let round = 0; round < 2; round += 1) {
      const statuses = await Promise.all(QUERIES.map((query) => statusOf(url + query)));
      expect(new Set(statuses)).toEqual(new Set([200, 400, 403]));
      expect(await statusOf(url, { 'if-none-match': etag })).toBe(304);
      await show('private');
      expect(await Promise.all(QUERIES.map((query) => statusOf(url + query)))).toEqual(
        QUERIES.map(() => 404),
      );
      expect(await statusOf(url, { 'if-none-match': etag })).toBe(404);
      await show(round === 0 ? 'unlisted' : 'public');
    }
  });

  it.each(['nobody', 'another account', 'a key that may not read', 'no bearer', 'a cookie that is none'])(
    'is for %s what an address is where nothing ever was, whatever is asked for',
    async (name) => {
      await show('private');
      await expectNothing(url, strangers[name] ?? {});
    },
  );

  it('is nothing for a wrong key, which counts as one at any address where there is nothing for it', async () => {
    await show('private');
    const { authorization = '' } = strangers['a key that is none'] ?? {};
    for (const init of [{ headers: { authorization } }, { method: 'HEAD', headers: { authorization } }])
      expect(await seen(url, init)).toEqual(await seen(never(url), init));
    expect(await statusOf(url, { authorization })).toBe(404);
  });

  it('is there for a key and for a user of its account, and no cache shares it', async () => {
    await show('private');
    for (const headers of [owner(), { cookie: browser.cookie }]) {
      const answer = await fetch(url, { headers });
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(Buffer.from(bytes));
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        etag,
        'cache-control': 'private, no-cache',
        vary: 'Authorization, Cookie',
        'cross-origin-resource-policy': 'same-site',
      });
      const part = await fetch(url, { headers: { ...headers, range: 'bytes=0-9' } });
      expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10]);
      const same = await fetch(url, { headers: { ...headers, 'if-none-match': etag } });
      expect([same.status, same.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
      expect(same.headers.get('vary')).toBe('Authorization, Cookie');
      const made = await fetch(`${url}?w=320&format=auto`, { headers: { ...headers, accept: 'image/webp' } });
      expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      expect(made.headers.get('vary')).toMatch(/^Authorization, Cookie, Accept/);
      expect(await statusOf(`${url}?w=321`, headers)).toBe(403);
      expect(await statusOf(signed(url, 'w=321&key=site', SECRET), headers)).toBe(200);
    }
  });

  it('has a record with addresses that lead nowhere for others; a former address is closed as well', async () => {
    await show('public');
    const moved = await server.json<{ url: string }>('PATCH', `/api/images/${id}`, { path: 'closed/now' });
    await show('private');
    const details = await server.json<ImageDetails>('GET', `/api/images/${id}?include=srcset,visibility`);
    expect(details).toMatchObject({ url: moved.url, visibility: 'private' });
    const addresses = Object.values(details.srcset ?? {}).flatMap((set) =>
      String(set)
        .split(', ')
        .map((each) => each.split(' ')[0] ?? ''),
    );
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of [...addresses, moved.url, url]) {
      expect(await seen(address, {})).toEqual(await seen(never(address), {}));
      expect(await statusOf(address, owner())).toBe(200);
    }
  });
});

describe('the visibility of an image', () => {
  it('is given when it is uploaded: only a public one has an address that can be guessed', async () => {
    for (const [visibility, status] of [
      ['unlisted', 200],
      ['private', 404],
    ] as const) {
      // prettier-ignore
      const image = await images.uploaded({ bytes, path: 'closed', name: 'sea.jpg', visibility });
      expect(image.url).toMatch(/\/closed\/sea-[0-9A-Za-z]{22}\.jpg$/);
      expect(await statusOf(image.url)).toBe(status);
      const record = await server.json<ImageDetails>('GET', `/api/images/${image.id}`);
      expect(record).not.toHaveProperty('visibility');
    }
    expect((await images.upload({ bytes, visibility: 'secret' })).status).toBe(400);
  });

  it('is what a listing filters by, and shows when it is asked to', async () => {
    await show('public');
    const { images: all } = await server.json<ImagePage>('GET', '/api/images?include=visibility');
    expect(new Set(all.map(({ visibility }) => visibility))).toEqual(new Set(['public', 'unlisted', 'private'])); // prettier-ignore
    for (const asked of ['private', 'unlisted,private', 'public']) {
      const { images: found } = await server.json<ImagePage>('GET', `/api/images?visibility=${asked}`);
      const expected = all.filter(({ visibility = '' }) => asked.split(',').includes(visibility));
      expect(found).toEqual(expected.map(({ visibility: _, ...record }) => record));
    }
    expect((await server.fetch('/api/images?visibility=secret')).status).toBe(400);
  });
});
