import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AlbumRecord, ContributionPage, CreatedLinkRecord, ImagePage } from '@cairn/api-schema';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Caller } from '../smoke/caller.js';
import { openAccount } from '../support/accounts.js';
import { photoAt } from './leaks/private-images.js';

/** Ends an attribute, an element, a script and a comment, and begins a script. */
const EVIL = `"'--></title></script><script>alert(1)</script><img src=x onerror=alert(1)>`;

let dataDir: string;
let server: ServerProcess;
let owner: Caller;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'cairn-attacks-'));
  await chmod(dataDir, 0o755);
  server = await ServerProcess.start({ dataDir });
  owner = Caller.by(server, (await openAccount(server, EVIL)).key);
});
afterAll(async () => {
  await server.dispose();
  await rm(dataDir, { recursive: true, force: true });
});

const pathOf = (url: string): string => new URL(url).pathname;

async function share(body: object): Promise<CreatedLinkRecord> {
  return (await owner.post('/api/links', body)).json<CreatedLinkRecord>();
}

async function pageOf(path: string): Promise<string> {
  return await (await server.fetch(path, { key: null })).text();
}

describe('the page of a link', () => {
  it('has what people wrote as text alone', async () => {
    const form = uploadForm({ bytes: photoJpeg(), name: `${EVIL}.jpg` });
    const { id } = (await owner.post('/api/upload', form)).json<{ readonly id: string }>();
    await owner.patch(`/api/images/${id}`, { title: EVIL, caption: EVIL });
    const album = { title: EVIL, description: EVIL, images: [id] };
    const { id: albumId } = (await owner.post('/api/albums', album)).json<AlbumRecord>();
    const { url } = await share({
      resource: { type: 'album', id: albumId },
      role: 'contributor',
      download: true,
    });
    const body = uploadForm({ bytes: await photoAt(1, 2, 3), name: `${EVIL}.jpg` });
    body.set('guest', EVIL);
    const added = await server.fetch(`${pathOf(url)}/upload`, { method: 'POST', body, key: null });
    expect(added.status).toBe(200);
    const address = pathOf(url);
    const embed = `/oembed?url=${encodeURIComponent(url)}&format=json`;
    for (const path of [address, `${address}?embed`, `${address}/${id}`, `${address}?added=${id}`]) {
      const html = await pageOf(path);
      expect([path, html.includes('&lt;script&gt;alert(1)')]).toEqual([path, true]);
      expect([path, /<script>alert|<img src=x|onerror=alert\(1\)>(?!&)/.test(html)]).toEqual([path, false]);
    }
    expect(JSON.parse(await pageOf(embed))).toMatchObject({ title: EVIL });
    for (const added of [EVIL, '../../api', `javascript:alert(1)`]) {
      const html = await pageOf(`${address}?added=${encodeURIComponent(added)}`);
      expect(html).not.toContain('javascript:alert');
      expect(html).not.toContain('<script>alert');
      expect(html).not.toContain('../../api');
    }
    const { images } = (await owner.get(`/api/albums/${albumId}/images?include=addedBy`)).json<ImagePage>();
    expect(images[1]?.guest?.name).toBe(EVIL);
  });

  it('with a password tells nothing before it, in its page, its preview for chats and its oEmbed', async () => {
    const album = { title: 'Unspoken', description: 'Unheard' };
    const { id } = (await owner.post('/api/albums', album)).json<AlbumRecord>();
    const { url } = await share({ resource: { type: 'album', id }, password: 'lake at dawn' });
    const paths = [
      ...['', '?embed', '/someone', '?added=waiting', '?cursor=a'].map((rest) => pathOf(url) + rest),
      `/oembed?url=${encodeURIComponent(url)}`,
      `/api/shared/${url.slice(-22)}`,
    ];
    for (const path of paths)
      expect([path, /Unspoken|Unheard|alert|og:|since/.test(await pageOf(path))]).toEqual([path, false]);
  });
});

describe('what waits for approval', () => {
  it('cannot be placed, changed, shared or asked for by its identifier', async () => {
    const resource = { type: 'folder', id: 'queue' };
    const { url } = await share({ resource, role: 'contributor', approval: 'required' });
    const body = uploadForm({ bytes: await photoAt(2, 3, 4), name: 'lake.jpg', tags: 'lago' });
    await server.fetch(`/api/shared/${url.slice(-22)}/upload`, { method: 'POST', body, key: null });
    const [waiting] = (await owner.get('/api/contributions')).json<ContributionPage>().contributions;
    const id = waiting?.id ?? '';
    expect(id).not.toBe('');
    const { id: album } = (await owner.post('/api/albums', { title: 'Own' })).json<AlbumRecord>();
    const placed = await owner.post(`/api/albums/${album}/images`, { images: [id] });
    expect(placed.json()).toMatchObject({ missing: [id] });
    for (const bulk of ['tags', 'visibility', 'delete', 'details'] as const) {
      const change = { tags: { add: ['a'] }, visibility: { visibility: 'public' }, delete: {} };
      const asked = { ids: [id], ...(bulk === 'details' ? { favourite: true } : change[bulk]) };
      const answer = await owner.post(`/api/images/bulk/${bulk}`, asked);
      expect([bulk, answer.json()]).toMatchObject([bulk, { missing: [id] }]);
    }
    const gone = [
      await owner.patch(`/api/images/${id}`, { visibility: 'public' }),
      await owner.patch(`/api/albums/${album}`, { coverId: id }),
      await owner.post('/api/links', { resource: { type: 'image', id } }),
      await owner.get(`/api/trash/${id}/file`),
      await owner.post(`/api/images/${id}/restore`),
      await owner.delete(`/api/trash/${id}`),
      await owner.get(`/api/images/${id}/similar`),
    ];
    for (const { status } of gone) expect([400, 404]).toContain(status);
    expect((await owner.get('/api/contributions')).json<ContributionPage>().count).toBe(1);
    const addresses = [...new Set([waiting?.name, 'lake.jpg'])].map((name) => `/cdn/queue/${name}`);
    for (const path of addresses) expect((await owner.get(path)).status).toBe(404);
  });
});

describe('the key of the installation', () => {
  it('is read by nobody else on the machine, and is at no address', async () => {
    await share({ resource: { type: 'folder', id: 'any' } });
    const all = await readdir(dataDir, { recursive: true });
    const keys = all.filter((name) => name.endsWith('installation.key'));
    expect(keys).toHaveLength(1);
    for (const name of keys) expect((await stat(join(dataDir, name))).mode & 0o077).toBe(0);
    for (const path of ['/cdn/installation.key', '/cdn/..%2Finstallation.key', '/installation.key'])
      expect((await owner.get(path)).status).toBeGreaterThanOrEqual(400);
  });
});
