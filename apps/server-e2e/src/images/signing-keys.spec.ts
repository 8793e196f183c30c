import type { CreatedSigningKey, SigningKeyRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ImagesClient } from './images-client.js';
import { openAccount } from '../support/accounts.js';
import { setUp } from '../support/browser.js';
import { inSeconds, signed } from '../support/signed.js';

const SECRET = 'a-secret-of-the-site-of-32-characters';

let server: ServerProcess;
let url: string;
let other: string;

const create = (body: unknown, key = server.key): Promise<Response> =>
  server.fetch('/api/signing-keys', {
    method: 'POST',
    key,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
const created = async (name: string): Promise<CreatedSigningKey> => {
  const answer = await create({ name });
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedSigningKey;
};
const list = async (): Promise<readonly SigningKeyRecord[]> =>
  (await (await server.fetch('/api/signing-keys')).json()) as SigningKeyRecord[];
const revoke = async (id: string): Promise<number> =>
  (await server.fetch(`/api/signing-keys/${id}`, { method: 'DELETE' })).status;
const refusal = async (address: string): Promise<readonly unknown[]> => {
  const answer = await fetch(address);
  const { code, detail } = (await answer.json()) as Record<string, unknown>;
  return [answer.status, code, detail];
};
const outcome = async (answer: Response): Promise<readonly unknown[]> => {
  const { code, errors } = (await answer.json()) as { code: string; errors?: { pointer: string }[] };
  return [answer.status, code, errors?.map(({ pointer }) => pointer)];
};

beforeAll(async () => {
  server = await ServerProcess.inMemory({ CAIRN_SIGNING_KEYS: `site:${SECRET}` });
  const images = new ImagesClient(server);
  ({ url } = await images.uploaded({ bytes: fixtures.jpeg.bytes, name: 'See 1.jpg' }));
  ({ url: other } = await images.uploaded({ bytes: fixtures.jpeg.bytes, name: 'Other.jpg' }));
});

afterAll(() => server.dispose());

describe('a signing key', () => {
  it('is made, signs at once, is listed without its secret, and is refused once it is revoked', async () => {
    const key = await created('app');
    expect(key.secret).toMatch(/^[0-9A-Za-z]{43}$/);
    const address = signed(url, `w=33&expires=${inSeconds(600)}&key=app`, key.secret);
    expect((await fetch(address)).status).toBe(200);
    const { secret, ...shown } = key;
    expect(await list()).toEqual([shown]);
    expect(await revoke(key.id)).toBe(204);
    const unknown = await refusal(signed(url, 'w=33&key=nobody', key.secret));
    expect(await refusal(address)).toEqual(unknown);
    expect(unknown.slice(0, 2)).toEqual([403, 'invalid-signature']);
    expect([await list(), await revoke(key.id)]).toEqual([[], 404]);
    const next = await created('app');
    expect(await refusal(address)).toEqual(unknown);
    expect((await fetch(signed(url, 'w=33&key=app', next.secret))).status).toBe(200);
    await revoke(next.id);
  });

  it('works beside those of the settings, whose names it cannot have', async () => {
    expect(await outcome(await create({ name: 'site' }))).toEqual([409, 'signing-key-exists', undefined]);
    const key = await created('second');
    expect(await outcome(await create({ name: 'second' }))).toEqual([409, 'signing-key-exists', undefined]);
    expect((await fetch(signed(url, 'w=34&key=site', SECRET))).status).toBe(200);
    expect((await fetch(signed(url, 'w=34&key=second', key.secret))).status).toBe(200);
    expect((await refusal(signed(url, 'w=34&key=site', key.secret)))[1]).toBe('invalid-signature');
    await revoke(key.id);
  });

  it.each([{ name: 'Upper' }, { name: '' }, { name: 'a'.repeat(65) }, { name: 'a=b' }, {}, { name: 7 }])(
    'is not made of %j',
    async (body) => {
      expect(await outcome(await create(body))).toEqual([400, 'invalid-input', ['/name']]);
    },
  );

  it('is for administrators, in a session too', async () => {
    const { key } = await openAccount(server, 'Others', { scopes: ['images:write', 'keys:manage'] });
    expect(await outcome(await create({ name: 'theirs' }, key))).toEqual([403, 'scope-missing', undefined]);
    expect((await server.fetch('/api/signing-keys', { key })).status).toBe(403);
    expect((await server.fetch('/api/signing-keys', { key: null })).status).toBe(401);
    const owner = await setUp(server);
    const made = await owner.send('POST', '/api/signing-keys', { body: { name: 'by-owner' } });
    const { id } = (await made.json()) as CreatedSigningKey;
    expect([made.status, await owner.status('DELETE', `/api/signing-keys/${id}`)]).toEqual([201, 204]);
  });
});

describe('an address signed with a key', () => {
  let address: string;

  beforeAll(async () => {
    const { secret } = await created('altered');
    address = signed(url, `w=33&h=35&expires=${inSeconds(600)}&key=altered`, secret);
    expect((await fetch(address)).status).toBe(200);
  });

  it.each<readonly [string, (address: string) => string]>([
    ['path', (given) => other + given.slice(url.length)],
    ['encoding of the path', (given) => given.replace('.jpg', '%2Ejpg')],
    ['value', (given) => given.replace('w=33', 'w=34')],
    ['parameter', (given) => given.replace('&h=35', '')],
    ['order', (given) => given.replace('w=33&h=35', 'h=35&w=33')],
    ['case', (given) => given.replace('w=33', 'W=33')],
    ['encoding of the query', (given) => given.replace('w=33', 'w=3%33')],
    ['expiry', (given) => given.replace(/expires=\d+/, `expires=${inSeconds(9_999)}`)],
    ['key', (given) => given.replace('key=altered', 'key=site')],
    ['unknown key', (given) => given.replace('key=altered', 'key=none')],
    ['signature', (given) => given.replace(/.{2}$/, (end) => (end.startsWith('A') ? 'BA' : 'AA'))],
    ['parameter after it', (given) => `${given}&dpr=2`],
  ])('is refused with another %s', async (_, alter) => {
    const altered = alter(address);
    expect(altered).not.toBe(address);
    expect((await refusal(altered)).slice(0, 2)).toEqual([403, 'invalid-signature']);
  });
});
