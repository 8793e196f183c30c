import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type {
  AuditRecord,
  CreatedKey,
  CreatedSigningKey,
  CreatedUploadTokenRecord,
  ImageRecord,
  SignedUploadTokenPayload,
  UploadDialectName,
  UploadTokenPage,
} from '@cairn/api-schema';
import { ServerProcess, until, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { signedToken } from '../support/signed.js';

const guide = readFileSync(new URL('../../../../docs/uploads.md', import.meta.url), 'utf8');
const { bytes } = fixtures.png;

let server: ServerProcess;
let account: { readonly id: string; readonly key: string };
let signing: CreatedSigningKey;

const headers = { 'content-type': 'application/json' };
const post = async <T>(path: string, body: object, key = account.key): Promise<T> =>
  (await (
    await server.fetch(path, { method: 'POST', key, headers, body: JSON.stringify(body) })
  ).json()) as T;
const make = async (terms: object = {}, key?: string): Promise<CreatedUploadTokenRecord> =>
  await post('/api/upload-tokens', terms, key);
const uploads = async (): Promise<UploadTokenPage> =>
  (await (await server.fetch('/api/upload-tokens', { key: account.key })).json()) as UploadTokenPage;
const usesOf = async ({ id }: CreatedUploadTokenRecord): Promise<number | undefined> =>
  (await uploads()).tokens.find((token) => token.id === id)?.filesUsed;
const upload = async (
  token: string,
  fields: Readonly<Record<string, string>> = {},
  query = '',
): Promise<Response> => {
  const body = uploadForm({ bytes, name: 'a.png', ...fields });
  return await server.fetch(`/api/upload?${query}`, { method: 'POST', key: token, body });
};
const outcome = async (answer: Response): Promise<readonly unknown[]> => {
  const { code, errors } = (await answer.json()) as { code?: string; errors?: { pointer: string }[] };
  return [answer.status, code, ...(errors ?? []).map(({ pointer }) => pointer)];
};
const sign = (given: Partial<SignedUploadTokenPayload>, secret = signing.secret): string =>
  signedToken(given, secret);

beforeAll(async () => {
  server = await ServerProcess.inMemory({
    CAIRN_RATE_FAILED_AUTH: '0',
    CAIRN_SIGNING_KEYS: 'set:a-secret-of-the-site-of-32-characters',
  });
  account = await openAccount(server, 'Desk', { scopes: ['images:read', 'images:write', 'keys:manage'] });
  signing = await post('/api/signing-keys', { name: 'site', uploadsTo: account.id }, server.key);
});

afterAll(() => server.dispose());

describe('an upload token', () => {
  it('uploads to its folder and those below it, with its tags, by a header or the address', async () => {
    const { token } = await make({ path: 'shots', tags: ['desk'] });
    const answer = await upload(token, { tags: 'own', path: '/shots/new' });
    const { id, ...rest } = (await answer.json()) as { id: string; url: string };
    expect([answer.status, rest]).toEqual([201, { url: `${server.address}/cdn/shots/new/a.png` }]);
    const image = await server.fetch(`/api/images/${id}`, { key: account.key });
    expect(((await image.json()) as ImageRecord).tags).toEqual(['desk', 'own']);
    const body = uploadForm({ bytes, name: 'b.png' });
    const byAddress = await server.fetch(`/api/upload?token=${token}`, { method: 'POST', key: null, body });
    expect(await byAddress.json()).toMatchObject({ url: `${server.address}/cdn/shots/b.png` });
    expect(await outcome(await upload(token, { path: 'shots-2' }))).toEqual([400, 'invalid-input', '/path']);
  });

  it('is refused for anything else, and by the parameter of another operation', async () => {
    const { token, id } = await make({ path: 'shots' });
    const others: readonly (readonly [string, string])[] = [
      ['GET', '/api/images'],
      ['GET', '/api/upload-tokens'],
      ['DELETE', `/api/upload-tokens/${id}`],
      ['POST', '/api/uploads'],
      ['GET', '/hub/spaces'],
    ];
    for (const [method, path] of others) {
      expect([path, (await server.fetch(path, { method, key: token })).status]).toEqual([path, 401]);
      const inQuery = await server.fetch(`${path}?token=${token}`, { method, key: null });
      expect([path, inQuery.status >= 400 || path === '/hub/spaces']).toEqual([path, true]);
    }
    expect((await upload(account.key, {}, 'token=x')).status).toBe(201);
    const key = await server.fetch(`/api/upload?token=${account.key}`, { method: 'POST', key: null });
    expect(await outcome(key)).toEqual([401, 'invalid-upload-token']);
  });

  it('leaves to the owner of the folder who sees an image, and what is cut out of it', async () => {
    const made = await make();
    const fields = { visibility: 'public', metadata: 'keep', existing: 'reuse' };
    expect(await outcome(await upload(made.token, fields))).toEqual([
      400,
      'invalid-input',
      ...['/visibility', '/metadata', '/existing'],
    ]);
    const elsewhere = { method: 'POST', key: made.token, headers: { 'cairn-account': 'another' } };
    expect((await server.fetch('/api/upload', { ...elsewhere, body: uploadForm({ bytes }) })).status).toBe(
      403,
    );
    expect(await usesOf(made)).toBe(0);
  });

  it('takes no larger and no more files than it says, of those that come at once, and counts none that is refused', async () => {
    const small = await make({ maxFileBytes: bytes.length - 1 });
    expect(await outcome(await upload(small.token))).toEqual([413, 'file-too-large']);
    expect(await usesOf(small)).toBe(0);
    const made = await make({ path: 'race', maxFiles: 3 });
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(made.token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await outcome(await upload(made.token))).toEqual([409, 'upload-token-used-up']);
    expect(await usesOf(made)).toBe(3);
  });

  it('is refused once it is deleted, or the key that made it is revoked', async () => {
    const scopes = ['images:write'];
    const maker = await post<CreatedKey>('/api/keys', { name: 'maker', scopes });
    const [deleted, ofKey] = [await make(), await make({}, maker.key)];
    expect((await upload(ofKey.token)).status).toBe(201);
    await server.fetch(`/api/upload-tokens/${deleted.id}`, { method: 'DELETE', key: account.key });
    await server.fetch(`/api/keys/${maker.id}`, { method: 'DELETE', key: account.key });
    for (const { token } of [deleted, ofKey])
      expect(await outcome(await upload(token))).toEqual([401, 'invalid-upload-token']);
    expect((await uploads()).tokens.map(({ id }) => id)).not.toContain(ofKey.id);
  });

  it('with an idempotency key counts and stores one file, and the trail says who made the token', async () => {
    const made = await make({ path: 'once' });
    // Its boundary is the same both times, as where a client sends a body again.
    const form = new Response(uploadForm({ bytes, name: 'once.png' }));
    const sent = {
      method: 'POST',
      key: null,
      headers: { 'content-type': form.headers.get('content-type') ?? '', 'idempotency-key': 'one' },
      body: await form.arrayBuffer(),
    };
    const send = async (): Promise<unknown> =>
      await (await server.fetch(`/api/upload?token=${made.token}`, sent)).json();
    const first = await send();
    expect(first).toMatchObject({ url: `${server.address}/cdn/once/once.png` });
    expect(await send()).toEqual(first);
    expect(await usesOf(made)).toBe(1);
    await until('the trail has it', async () => {
      const path = `/api/audit?operation=uploadImage&limit=1&accountId=${account.id}`;
      const [entry] = (await (await server.fetch(path)).json()) as AuditRecord[];
      return entry?.principal === made.createdBy && entry.images[0] === (first as { id: string }).id;
    });
  });
});

describe('a token that an application signs', () => {
  it('is made by the program of the guide', async () => {
    const [, program = ''] = /```js\n(const \{ createHmac.*?)```/s.exec(guide) ?? [];
    const env = { ...process.env, SECRET: signing.secret };
    const token = execFileSync(process.execPath, ['-e', program], { env, encoding: 'utf8' }).trim();
    expect(await (await upload(token)).json()).toMatchObject({
      url: `${server.address}/cdn/visitors/a.png`,
    });
    expect(await outcome(await upload(token))).toEqual([409, 'upload-token-used-up']);
  });

  it('is refused when it is changed, expired, or signed by a key that uploads nowhere', async () => {
    await post('/api/signing-keys', { name: 'addresses' }, server.key);
    const good = sign({ path: 'signed', maxFiles: 2 });
    const [prefix = '', payload = '', signature = ''] = good.split('.');
    const wrong = [
      sign({}, 'guessed'),
      sign({ key: 'addresses' }),
      sign({ key: 'set' }, 'a-secret-of-the-site-of-32-characters'),
      sign({ expiresAt: new Date(0).toISOString() }),
      sign({ path: '../up' }),
      sign({ nonce: 'x' }),
      `${prefix}.${payload}`,
      `${prefix}.${payload}.`,
      `${prefix}.${payload}.${signature}A`,
      `${prefix}.${payload}A.${signature}`,
      `${prefix}.${payload}.${'é'.repeat(signature.length)}`, // as many letters, more bytes
      'cairn_u1.',
    ];
    for (const token of wrong)
      expect([token, ...(await outcome(await upload(token)))]).toEqual([token, 401, 'invalid-upload-token']);
    expect((await upload(good)).status).toBe(201);
  });
});

describe.each<[UploadDialectName, string, (url: string) => unknown, (message: unknown) => object]>([
  [
    'picgo',
    'list',
    (url) => ({ success: true, result: [url] }),
    (message) => ({ success: false, result: [], message }),
  ],
  ['ckeditor', 'upload', (url) => ({ url }), (message) => ({ error: { message } })],
  ['editorjs', 'image', (url) => ({ success: 1, file: { url } }), (message) => ({ success: 0, message })],
  ['tinymce', 'file', (location) => ({ location }), (message) => ({ error: { message } })],
  ['sharex', 'file', (url) => ({ url }), (error) => ({ error })],
])('an upload as %s', (as, field, success, failure) => {
  const send = async (token: string, name = field): Promise<Response> => {
    const body = new FormData();
    body.append(name, new Blob([Uint8Array.from(bytes)]), `${as}.png`);
    return await server.fetch(`/api/upload?as=${as}&token=${token}`, { method: 'POST', key: null, body });
  };

  it('takes the field of the client, and answers success and errors as it reads them', async () => {
    const { token } = await make({ path: 'as', maxFiles: 1 });
    const answer = await send(token);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/json/)]);
    expect(await answer.json()).toEqual(success(`${server.address}/cdn/as/${as}.png`));
    const text: unknown = expect.any(String);
    for (const [status, refused] of [
      [409, await send(token)],
      [401, await send('cairn_up_wrong')],
      [400, await send((await make()).token, 'another')],
    ] as const) {
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
      expect(await refused.json()).toMatchObject({ ...failure(text), status });
    }
  });

  it('is asked for by the page of an editor, which sends no header', async () => {
    const { token } = await make();
    const asked = { origin: 'https://editor.example', 'access-control-request-method': 'POST' };
    const preflight = await server.fetch(`/api/upload?as=${as}&token=${token}`, {
      method: 'OPTIONS',
      key: null,
      headers: asked,
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });
});

it('PicGo sends several files in one form, each of which counts', async () => {
  const made = await make({ path: 'many', maxFiles: 2 });
  const send = async (): Promise<Response> => {
    const body = new FormData();
    for (const name of ['a.png', 'b.png']) body.append('files', new Blob([Uint8Array.from(bytes)]), name);
    return await server.fetch('/api/upload?as=picgo', { method: 'POST', key: made.token, body });
  };
  const cdn = `${server.address}/cdn/many`;
  expect(await (await send()).json()).toEqual({ success: true, result: [`${cdn}/a.png`, `${cdn}/b.png`] });
  expect((await send()).status).toBe(409);
  expect(await usesOf(made)).toBe(2);
});
