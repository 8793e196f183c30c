import type { ImageRecord } from '@cairn/api-schema';
import { uploadForm, type ServerProcess } from '@cairn/harness';
import { environmentOf } from '@cairn/services';
import { barePhoto, fixtures, photoJpeg, PRIVATE_TEXT } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startOn } from '../support/environments.js';
import { inSeconds, signed } from '../support/signed.js';

const { bytes } = fixtures.png;
const secret = 'a-secret-of-32-characters-or-more';

let server: ServerProcess;
let id: string;
let url: string;

const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(url, { method, headers, redirect: 'manual' });

describe('SQLite + S3 with CAIRN_CDN_MODE=redirect', () => {
  beforeAll(async () => {
    server = await startOn(await environmentOf('SQLite + S3').open(), {
      env: { CAIRN_CDN_MODE: 'redirect', CAIRN_SIGNING_KEYS: `site:${secret}` },
    });
    const form = uploadForm({ bytes, path: 'sent', name: 'See & Berg.png' });
    const sent = await server.fetch('/api/upload', { method: 'POST', body: form });
    ({ id, url } = (await sent.json()) as { id: string; url: string });
  });

  afterAll(() => server.dispose());

  it('a file redirects to a URL of the store that sends the same headers', async () => {
    const answer = await get();
    expect(answer.status).toBe(302);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=60');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    const location = answer.headers.get('location') ?? '';
    expect(new URL(location).host).not.toBe(new URL(url).host);
    const file = await fetch(location);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(bytes));
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="See - Berg.png"',
      'cache-control': 'public, max-age=3600, stale-while-revalidate=60',
    });
  });

  it('an image made of a file redirects to the store, too', async () => {
    const answer = await fetch(`${url}?w=32&format=webp`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    const made = await fetch(answer.headers.get('location') ?? '');
    expect([made.headers.get('content-type'), made.headers.get('content-disposition')]).toEqual([
      'image/webp',
      'inline; filename="See - Berg.webp"',
    ]);
    expect((await made.text()).slice(8, 12)).toBe('WEBP');
  });

  it('what the store sends for an address that expires is kept no longer than the address is valid', async () => {
    const address = signed(url, `w=31&expires=${inSeconds(90)}&key=site`, secret);
    const location = (await fetch(address, { redirect: 'manual' })).headers.get('location') ?? '';
    const image = await fetch(location);
    const [, age] = /max-age=(\d+)/.exec(image.headers.get('cache-control') ?? '') ?? [];
    const sent = Number(new URL(location).searchParams.get('X-Amz-Expires'));
    expect([image.status, sent > 0, sent + Number(age) <= 90]).toEqual([200, true, true]);
  });

  it('ranges work', async () => {
    const location = (await get({ Range: 'bytes=1-3' })).headers.get('location') ?? '';
    const part = await fetch(location, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  it('the URL cannot be changed to another file or used to write', async () => {
    const location = new URL((await get()).headers.get('location') ?? '');
    expect((await fetch(location, { method: 'PUT', body: 'x' })).status).toBe(403);
    location.pathname += 'x';
    expect((await fetch(location)).status).toBe(403);
  });

  it('requests that need no content are answered by the node', async () => {
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
    const known = { 'If-None-Match': head.headers.get('etag') ?? '' };
    expect((await get(known)).status).toBe(304);
  });

  it('a private file is sent by the node, to those who may have it', async () => {
    const show = (visibility: string): Promise<unknown> =>
      server.json('PATCH', `/api/images/${id}`, { visibility });
    await show('private');
    for (const query of ['', '?w=32&format=webp', '?w=31&key=site']) {
      const address = query.endsWith('site') ? signed(url, query.slice(1), secret) : url + query;
      expect((await fetch(address, { redirect: 'manual' })).status).toBe(404);
      const headers = { authorization: `Bearer ${server.key}` };
      const answer = await fetch(address, { headers, redirect: 'manual' });
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    }
    await show('public');
    expect((await get()).status).toBe(302);
  });

  it('a file that is stored whole is sent by the node, as the store has more than is served', async () => {
    const hidden = { bytes: photoJpeg(), name: 'whole.jpg', metadata: 'hide' };
    const { id: whole, path } = await server.upload(hidden);
    for (const [address, expected] of [
      [server.address + path, barePhoto],
      [`${server.address}/api/images/${whole}/original`, photoJpeg()],
    ] as const) {
      const headers = { authorization: `Bearer ${server.key}` };
      const answer = await fetch(address, { headers, redirect: 'manual' });
      expect([answer.status, Buffer.from(await answer.arrayBuffer())]).toEqual([200, Buffer.from(expected)]);
    }
    const copy = await server.json<ImageRecord>('POST', `/api/images/${whole}/copies`, { path: 'copies' });
    const copied = await fetch(copy.url, { redirect: 'manual' });
    expect([copied.status, Buffer.from(await copied.arrayBuffer())]).toEqual([200, Buffer.from(barePhoto)]);
    await server.json('PATCH', `/api/images/${copy.id}`, { edit: { turn: 90 } });
    const turned = await fetch(copy.url, { redirect: 'manual' });
    expect([turned.status, (await turned.text()).includes(PRIVATE_TEXT)]).toEqual([200, false]);
    const made = await fetch(`${server.address + path}?w=32&format=webp`, { redirect: 'manual' });
    expect(made.status).toBe(302);
  });

  it('a deleted file does not redirect', async () => {
    expect((await server.fetch(`/api/images/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await get()).status).toBe(404);
  });
});
