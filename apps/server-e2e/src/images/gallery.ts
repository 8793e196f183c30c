import type { ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { ImagesClient } from './images-client.js';

interface Listed {
  readonly images: readonly { readonly id: string; readonly tags: readonly string[] }[];
  readonly nextCursor?: string;
}

/** Tests of listing, counting and changing many images. */
export function declareGallery(open: () => ServerProcess): void {
  describe('the gallery', () => {
    it('lists, filters, sorts, counts and pages images', async () => {
      const { key, ids, get } = await aGallery(open());
      const [lake, hut, town] = ids;
      const list = async (query: string): Promise<readonly string[]> => {
        const found = (await (await get(`/api/images?${query}`)).json()) as Listed;
        return found.images.map(({ id }) => id);
      };
      expect(await list('')).toEqual([town, hut, lake]);
      expect(await list('sort=oldest')).toEqual(ids);
      expect(await list('sort=name')).toEqual([hut, lake, town]);
      expect(await list('path=trips')).toEqual([hut, lake]);
      expect(await list('path=trips&recursive=false')).toEqual([lake]);
      expect(await list('tags=alps,summer')).toEqual([lake]);
      expect(await list('tags=alps,city&tagMatch=any')).toEqual([town, hut, lake]);
      expect(await list('q=zuri')).toEqual([town]);
      expect(await list('type=image/png,image/gif')).toEqual([hut]);
      expect(await list('from=2020-01-01&to=2020-02-01')).toEqual([]);
      expect(await list('from=2020-01-01T00:00:00Z')).toHaveLength(3);

      const paged: string[] = [];
      let cursor = '';
      do {
        const page = (await (await get(`/api/images?sort=name&limit=1${cursor}`)).json()) as Listed;
        paged.push(...page.images.map(({ id }) => id));
        cursor = page.nextCursor === undefined ? '' : `&cursor=${encodeURIComponent(page.nextCursor)}`;
      } while (cursor !== '');
      expect(paged).toEqual([hut, lake, town]);

      expect(await (await get('/api/tags')).json()).toEqual({
        tags: [
          { tag: 'alps', count: 2 },
          { tag: 'city', count: 1 },
          { tag: 'summer', count: 1 },
        ],
      });
      expect(await (await get('/api/tags?q=UMM&limit=5')).json()).toEqual({
        tags: [{ tag: 'summer', count: 1 }],
      });
      expect(await (await get('/api/paths')).json()).toEqual({ paths: [{ path: 'trips', count: 2 }] });
      expect(await (await get('/api/paths?parent=trips&limit=1')).json()).toEqual({
        paths: [{ path: 'trips/huts', count: 1 }],
      });
      const record = (await (await open().fetch(`/api/images/${lake}`, { key })).json()) as object;
      const page = (await (await get('/api/images?limit=1&sort=oldest&include=file')).json()) as Listed;
      const { width, height, contentType: type, frames } = fixtures.jpeg.format;
      const file = { name: 'Lake.jpg', type, width, height, sizeInBytes: fixtures.jpeg.bytes.length, frames };
      expect(page.images).toEqual([{ ...record, file }]);
      expect((await (await get('/api/images?limit=1&sort=oldest')).json()) as Listed).toMatchObject({
        images: [record],
      });
    });

    it('changes tags of one image and of many, and deletes many', async () => {
      const { key, ids, get, send } = await aGallery(open());
      const [lake = '', hut = '', town = ''] = ids;
      const before = (await (await get(`/api/images/${lake}`)).json()) as { updatedAt: string };
      const patched = await send('PATCH', `/api/images/${lake}`, { tags: [' evening ', 'evening', 'alps'] });
      const after = (await patched.json()) as { updatedAt: string };
      expect(after).toEqual({ ...before, tags: ['evening', 'alps'], updatedAt: after.updatedAt });
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect(await (await get(`/api/images/${lake}`)).json()).toEqual(after);

      const tagged = await send('POST', '/api/images/bulk/tags', {
        ids: [lake, town, 'absent'],
        add: ['alps'],
        remove: ['city'],
      });
      expect(await tagged.json()).toEqual({ changed: [town], missing: ['absent'] });
      expect(await (await get(`/api/tags/alps/images`)).json()).toHaveLength(3);

      const other = await openAccount(open(), 'Stranger');
      const refused = await send('PATCH', `/api/images/${lake}`, { tags: ['x'] }, other.key);
      expect(refused.status).toBe(404);
      const spared = await send('POST', '/api/images/bulk/delete', { ids: [lake] }, other.key);
      expect(await spared.json()).toEqual({ deleted: [], missing: [lake] });

      const deleted = await send('POST', '/api/images/bulk/delete', { ids: [hut, lake, hut, 'absent'] });
      expect(await deleted.json()).toEqual({ deleted: [hut, lake], missing: ['absent'] });
      expect(await (await open().fetch('/api/quota', { key })).json()).toMatchObject({ imageCount: 1 });
      expect((await (await get('/api/images')).json()) as Listed).toMatchObject({ images: [{ id: town }] });
    });

    it('gives an image another folder and name; the former address still leads to it', async () => {
      const { ids, get, send } = await aGallery(open());
      const [lake = ''] = ids;
      const before = (await (await get(`/api/images/${lake}`)).json()) as { readonly url: string };
      const answer = await send('PATCH', `/api/images/${lake}`, {
        path: 'sea side',
        name: 'Evening.png',
        tags: ['x'],
      });
      const after = (await answer.json()) as { readonly url: string };
      expect(after).toMatchObject({ id: lake, path: 'sea side', tags: ['x'] });
      expect(after.url).toMatch(/\/sea%20side\/Evening\.jpg$/);
      const files = await Promise.all(
        [before.url, after.url].map(async (url) => await (await fetch(url)).text()),
      );
      expect(files[0]).toBe(files[1]);
      const refused = await send('PATCH', `/api/images/${lake}`, { path: 'a/../b', tags: ['y'] });
      expect([refused.status, await (await get(`/api/images/${lake}`)).json()]).toEqual([400, after]);
    });

    it.each([
      ['GET', '/api/images?sort=age', '/sort invalid-value'],
      ['GET', '/api/images?cursor=x', '/cursor invalid-cursor'],
      ['GET', '/api/images?sort=size&cursor=a~b', '/cursor invalid-cursor'],
      ['GET', '/api/images?limit=1001', '/limit too-big'],
      ['GET', '/api/images?path=a/../b', '/path dot-segment'],
      ['GET', '/api/images?type=image/svg', '/type/0 invalid-value'],
      ['GET', '/api/images?from=yesterday', '/from invalid-union'],
      ['GET', '/api/images?include=secrets', '/include/0 invalid-value'],
      ['GET', '/api/images?near=8.5', '/near custom'],
      ['GET', '/api/images?bbox=8,47,9,98&limit=5', '/bbox custom'],
      ['GET', '/api/images?takenTo=2024-02-30', '/takenTo invalid-day'],
      ['GET', '/api/images?nearby=8.5,47.3', '/nearby unknown-parameter'],
      ['GET', '/api/images?camera', '/camera too-small'],
      ['GET', '/api/images?Tags=lake', '/Tags unknown-parameter'],
      ['GET', '/api/images?a~/b=1&limit=0', '/a~0~1b unknown-parameter'],
      ['GET', '/api/images?tags=,', '/tags empty-tag'],
      ['GET', '/api/images?path=&tags=%20', '/tags empty-tag'],
      ['GET', '/api/tags?limit=0', '/limit too-small'],
      ['GET', '/api/paths?parent=a//b', '/parent empty-segment'],
      ['PATCH', '/api/images/x', '/tags invalid-type'],
      ['POST', '/api/images/bulk/tags', '/ids invalid-type'],
      ['POST', '/api/images/bulk/delete', '/ids invalid-type'],
    ])('rejects %s %s', async (method, path, fault) => {
      const init =
        method === 'GET' ? {} : { method, body: '{}', headers: { 'content-type': 'application/json' } };
      const response = await open().fetch(path, init);
      const problem = (await response.json()) as { errors: { pointer: string; code: string }[] };
      expect(response.status).toBe(400);
      expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault]);
    });

    it('names the folder of a change that it rejects', async () => {
      const init = { method: 'PATCH', headers: { 'content-type': 'application/json' } };
      const body = JSON.stringify({ path: 'a\\b/..' });
      const response = await open().fetch('/api/images/x', { ...init, body });
      const { errors } = (await response.json()) as { errors: { pointer: string; code: string }[] };
      expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
        '/path invalid-character',
        '/path dot-segment',
      ]);
    });

    it.each([
      [{ ids: ['a'], add: ['x'], remove: ['x'] }, '/remove added-and-removed'],
      [{ ids: ['a'], add: ['a,b'] }, '/add invalid-character'],
      [{ ids: [] }, '/ids too-small'],
      [{ ids: Array.from({ length: 1_001 }, () => 'a') }, '/ids too-big'],
    ])('rejects an edit of tags like %#', async (body, fault) => {
      const headers = { 'content-type': 'application/json' };
      const init = { method: 'POST', body: JSON.stringify(body), headers };
      const problem = (await (await open().fetch('/api/images/bulk/tags', init)).json()) as {
        errors: { pointer: string; code: string }[];
      };
      expect(problem.errors.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([fault]);
    });
  });
}

/** An account with three images. */
async function aGallery(server: ServerProcess) {
  const { key } = await openAccount(server, 'Gallery');
  const ids: string[] = [];
  for (const parts of [
    { name: 'Lake.jpg', path: 'trips', tags: 'summer,alps' },
    { name: 'Hut.png', path: 'trips/huts', tags: 'alps', bytes: fixtures.png.bytes },
    { name: 'Zürich.jpg', path: '', tags: 'city' },
  ]) {
    const response = await new ImagesClient(server).upload(parts, key);
    ids.push(((await response.json()) as { id: string }).id);
  }
  const get = (path: string): Promise<Response> => server.fetch(path, { key });
  const send = (method: string, path: string, body: unknown, as = key): Promise<Response> =>
    server.fetch(path, {
      method,
      key: as,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    });
  return { key, ids, get, send };
}
