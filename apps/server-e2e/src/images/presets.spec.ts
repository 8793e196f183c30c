import type { PresetRecord } from '@cairn/api-schema';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { ImagesClient } from './images-client.js';
import { openAccount } from '../support/accounts.js';

let server: ServerProcess;
let photo: string;

const send = (method: string, name: string, body?: unknown, key = server.key): Promise<Response> =>
  server.fetch(`/api/presets${name}`, {
    method,
    key,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const put = (name: string, query: unknown): Promise<Response> => send('PUT', `/${name}`, { query });
const outcome = async (answer: Response): Promise<readonly unknown[]> => {
  const { code, errors } = (await answer.json()) as { code: string; errors?: { pointer: string }[] };
  return [answer.status, code, errors?.map(({ pointer }) => pointer)];
};
const rendered = async (query: string): Promise<readonly unknown[]> => {
  const answer = await fetch(`${photo}?${query}`);
  if (answer.status !== 200) return await outcome(answer);
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  return [format, width, height];
};
const etagOf = async (query: string): Promise<string | null> =>
  (await fetch(`${photo}?${query}`, { method: 'HEAD' })).headers.get('etag');

beforeAll(async () => {
  const env = { CAIRN_PRESETS: 'fixed=w=50&h=50&fit=cover', CAIRN_TRANSFORMS: 'presets' };
  server = await ServerProcess.inMemory(env);
  const blue = sharp({ create: { width: 300, height: 200, channels: 3, background: '#235' } });
  const images = new ImagesClient(server);
  ({ url: photo } = await images.uploaded({ bytes: await blue.png().toBuffer(), name: 'a.png' }));
});

afterAll(() => server.dispose());

describe('a preset', () => {
  it('is made, used, changed and deleted without a restart', async () => {
    expect(await rendered('preset=tiny')).toEqual([400, 'invalid-input', ['/preset']]);
    const made = await put('tiny', 'w=33&format=webp&background=%66ff');
    const record = (await made.json()) as PresetRecord;
    expect([made.status, record]).toEqual([
      200,
      {
        name: 'tiny',
        query: 'w=33&format=webp&background=%66ff',
        source: 'api',
        updatedAt: expect.any(String),
      },
    ]);
    expect(await rendered('preset=tiny')).toEqual(['webp', 33, 22]);
    expect(await (await send('GET', '/tiny')).json()).toEqual(record);
    const before = await etagOf('preset=tiny');
    await put('tiny', 'w=66&format=webp');
    expect(await rendered('preset=tiny')).toEqual(['webp', 66, 44]);
    expect(await etagOf('preset=tiny')).not.toBe(before);
    const since = { 'if-modified-since': new Date(Date.now() + 60_000).toUTCString() };
    const later = await fetch(`${photo}?preset=tiny`, { headers: since });
    expect([later.status, later.headers.get('last-modified')]).toEqual([200, null]);
    expect((await send('DELETE', '/tiny')).status).toBe(204);
    expect(await rendered('preset=tiny')).toEqual([400, 'invalid-input', ['/preset']]);
    for (const method of ['GET', 'DELETE'])
      expect((await outcome(await send(method, '/tiny'))).slice(0, 2)).toEqual([404, 'preset-not-found']);
  });

  it('lets anyone ask for what it stands for, by its parameters too', async () => {
    expect((await rendered('w=35'))[1]).toBe('transform-refused');
    await put('odd', 'w=35');
    expect(await rendered('w=35')).toEqual(['png', 35, 23]);
    await send('DELETE', '/odd');
  });

  it('of the settings is listed, and neither changed nor deleted', async () => {
    await put('another', 'w=44');
    const listed = (await (await send('GET', '')).json()) as readonly PresetRecord[];
    expect(listed.map(({ name, source }) => [name, source])).toEqual([
      ['another', 'api'],
      ['fixed', 'settings'],
    ]);
    expect(await (await send('GET', '/fixed')).json()).toEqual({
      name: 'fixed',
      query: 'w=50&h=50&fit=cover',
      source: 'settings',
    });
    expect((await outcome(await put('fixed', 'w=1')))[1]).toBe('preset-read-only');
    expect((await outcome(await send('DELETE', '/fixed')))[1]).toBe('preset-read-only');
    expect(await rendered('preset=fixed')).toEqual(['png', 50, 50]);
    await send('DELETE', '/another');
  });

  it.each([
    ['wrong', 'w=0&q=101', ['/query/w', '/query/q']],
    ['wrong', 'w=1&w=2', ['/query/w']],
    ['wrong', 'size=1', ['/query/size']],
    ['wrong', 'preset=fixed', ['/query/preset']],
    ['wrong', '', ['/query']],
    ['wrong', 'fit=cover', ['/query']],
    ['wrong', 'w=%', ['/query']],
    ['wrong', `w=1&${'x'.repeat(1_000)}`, ['/query']],
    ['wrong', 7, ['/query']],
    ['-a', 'w=1', ['/name']],
    ['Wrong', 'w=1', ['/name']],
    ['a%20b', 'w=1', ['/name']],
  ])('%s is not made of %j', async (name, query, pointers) => {
    expect(await outcome(await put(name, query))).toEqual([400, 'invalid-input', pointers]);
  });

  it('is for administrators', async () => {
    const { key } = await openAccount(server, 'Others', { scopes: ['images:write', 'keys:manage'] });
    for (const [method, name] of [
      ['GET', ''],
      ['GET', '/fixed'],
      ['PUT', '/theirs'],
      ['DELETE', '/fixed'],
    ] as const)
      expect((await send(method, name, method === 'PUT' ? { query: 'w=1' } : undefined, key)).status).toBe(
        403,
      );
  });
});
