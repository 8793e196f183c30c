import { CreateApiKey, type Caller } from '@cairn/access';
import { createApplication, OpenAccount, type Application } from '@cairn/composition';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHandler } from '../create-handler.js';

const base = 'https://club.example/media';
const root: Caller = { accountId: 'root', scopes: ['admin', 'keys:manage'] };
let application: Application;
let ask: (path: string, init?: RequestInit) => Promise<Response>;

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  const { id: accountId } = await application.get(OpenAccount).execute(root, { name: 'Club' });
  const scopes = ['images:read', 'images:write', 'spaces:read', 'spaces:write'] as const;
  const { secret } = await application.get(CreateApiKey).execute(root, { name: 'all', scopes, accountId });
  const handler = createHandler(application, { publicUrl: 'https://club.example', basePath: '/media' });
  ask = async (path, init = {}) => {
    const request = new Request(path.startsWith('https:') ? path : base + path, init);
    request.headers.set('authorization', `Bearer ${secret}`);
    return await handler.fetch(request);
  };
});
afterAll(async () => await application.close());

it('an image goes in and comes back through fetch, below a path', async () => {
  const form = new FormData();
  form.set('file', new Blob([fixtures.png.bytes]), 'a.png');
  const uploaded = await ask('/api/upload', { method: 'POST', body: form });
  const { id, url } = (await uploaded.json()) as { readonly id: string; readonly url: string };
  expect([uploaded.status, url]).toEqual([201, `${base}/cdn/a.png`]);
  expect(await (await ask(`/api/images/${id}`)).json()).toMatchObject({ id, url });
  const file = await ask(url);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(Buffer.from(fixtures.png.bytes));
  const part = await ask(url, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'PNG']);
  const known = await ask(url, { headers: { 'if-none-match': file.headers.get('etag') ?? '' } });
  expect(known.status).toBe(304);
  const head = await ask(url, { method: 'HEAD' });
  expect([head.headers.get('content-length'), await head.text()]).toEqual([
    String(fixtures.png.bytes.length),
    '',
  ]);
});

it('features go in and come back through fetch', async () => {
  const type = { 'content-type': 'application/json' };
  const space = JSON.stringify({ title: 'Trails', description: '' });
  const made = await ask('/hub/spaces', { method: 'POST', headers: type, body: space });
  const { id } = (await made.json()) as { readonly id: string };
  const feature = {
    type: 'Feature',
    id: 'a',
    geometry: { type: 'Point', coordinates: [1, 2] },
    properties: {},
  };
  const written = await ask(`/hub/spaces/${id}/features`, {
    method: 'PUT',
    headers: { 'content-type': 'application/geo+json' },
    body: JSON.stringify({ type: 'FeatureCollection', features: [feature] }),
  });
  expect(written.status).toBe(200);
  const box = await ask(`/hub/spaces/${id}/bbox?west=0&south=0&east=3&north=3`);
  expect(await box.json()).toMatchObject({ features: [{ id: 'a' }] });
});
