import { uploadForm, type ServerProcess } from '@cairn/harness';
import { environments } from '@cairn/services';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, startOn } from './support/environments.js';

const stores = environments.find(({ name }) => name === 'SQLite + S3');
const { bytes } = fixtures.png;

let server: ServerProcess;
let id: string;
let url: string;

const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
  fetch(url, { method, headers, redirect: 'manual' });

describeIf('SQLite + S3, readers sent to the store', stores?.missing, () => {
  beforeAll(async () => {
    if (stores === undefined) throw new Error('There is no such environment.');
    server = await startOn(await stores.open(), { env: { CAIRN_CDN_MODE: 'redirect' } });
    const form = uploadForm({ bytes, path: 'sent', name: 'See & Berg.png' });
    const sent = await server.fetch('/api/upload', { method: 'POST', body: form });
    ({ id, url } = (await sent.json()) as { id: string; url: string });
  });

  afterAll(() => server.dispose());

  it('a file is at an address of the store, which says of it what the node would', async () => {
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

  it('a part is there too', async () => {
    const location = (await get({ Range: 'bytes=1-3' })).headers.get('location') ?? '';
    const part = await fetch(location, { headers: { Range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  });

  it('the address cannot be changed to another file, nor to write', async () => {
    const location = new URL((await get()).headers.get('location') ?? '');
    expect((await fetch(location, { method: 'PUT', body: 'x' })).status).toBe(403);
    location.pathname += 'x';
    expect((await fetch(location)).status).toBe(403);
  });

  it('what needs no bytes is answered by the node', async () => {
    const head = await get({}, 'HEAD');
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
    const known = { 'If-None-Match': head.headers.get('etag') ?? '' };
    expect((await get(known)).status).toBe(304);
  });

  it('nobody is sent to a deleted file', async () => {
    expect((await server.fetch(`/api/images/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await get()).status).toBe(404);
  });
});
