import { uploadForm } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import type {
  AlbumRecord,
  CreatedLinkRecord,
  LinkPage,
  SharedImage,
  SharedImagePage,
} from '@cairn/api-schema';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';

/** Makes a link, and gives the path by which it is opened. */
export const newLink = async (
  user: Caller,
  body: object,
): Promise<{ readonly id: string; readonly path: string }> => {
  const { id, url } = (await user.post('/api/links', body)).json<CreatedLinkRecord>();
  return { id, path: `/api/shared/${url.slice(url.lastIndexOf('/') + 1)}` };
};
/** A link to an image. */
export const toImage = (id: string, options: object = {}): object => ({
  resource: { type: 'image', id },
  ...options,
});

/** Links, and what their holders read. */
export const links: Rows = {
  createLink: {
    gives: 201,
    works: async ({ user, photo: { id } }) => {
      const body = toImage(id, { position: 'coarse', download: true, password: 'secret', role: 'viewer' });
      const answer = await user.post('/api/links', body);
      const { url } = answer.json<CreatedLinkRecord>();
      expect(url).toMatch(/\/a\/[0-9A-Za-z]{22}$/);
      return answer.shows({ resource: { type: 'image', id }, hasPassword: true, uses: 0, lastUsedAt: null });
    },
    refused: [404, 'album-not-found'],
    fails: ({ user }) => user.post('/api/links', { resource: { type: 'album', id: UNKNOWN } }),
  },
  listLinks: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const image = await newImage();
      const ids = [(await newLink(user, toImage(image.id))).id, (await newLink(user, toImage(image.id))).id];
      const answer = await user.get(`/api/links?type=image&id=${image.id}&limit=9`);
      expect(
        answer
          .json<LinkPage>()
          .links.map((link) => link.id)
          .sort(),
      ).toEqual(ids.sort());
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/links?type=image'),
  },
  patchLink: {
    gives: 200,
    works: async ({ user, nobody, photo }) => {
      const { id, path } = await newLink(user, toImage(photo.id, { password: 'secret' }));
      const { links: before } = (await user.get('/api/links')).json<LinkPage>();
      expect((await nobody.get(path)).status).toBe(401);
      const body = { password: null, download: true, position: 'coarse', expiresAt: '2100-01-01T00:00:00Z' };
      const answer = await user.patch(`/api/links/${id}`, body);
      expect((await nobody.get(`${path}/images/${photo.id}/file`)).status).toBe(200);
      return answer.shows({
        ...before.find((link) => link.id === id),
        hasPassword: false,
        download: true,
        position: 'coarse',
        expiresAt: '2100-01-01T00:00:00.000Z',
      });
    },
    refused: [404, 'link-not-found'],
    fails: ({ user }) => user.patch(`/api/links/${UNKNOWN}`, { download: true }),
  },
  previewLink: {
    gives: 200,
    works: async ({ user, nobody, photo }) => {
      const { id, path } = await newLink(user, toImage(photo.id, { password: 'secret' }));
      const answer = await user.post(`/api/links/${id}/preview`);
      const cookie = answer.headers
        .getSetCookie()
        .map((each) => each.split(';')[0])
        .join('; ');
      const { pathname } = new URL(answer.json<{ url: string }>().url);
      for (const seen of [path, pathname])
        expect((await nobody.send('GET', seen, { headers: { cookie } })).status).toBe(200);
      const { links: after } = (await user.get('/api/links')).json<LinkPage>();
      expect(after.find((link) => link.id === id)).toMatchObject({ uses: 0, lastUsedAt: null });
      return answer;
    },
    refused: [404, 'link-not-found'],
    fails: ({ user }) => user.post(`/api/links/${UNKNOWN}/preview`),
  },
  deleteLink: {
    gives: 204,
    works: async ({ user, nobody, photo }) => {
      const { id, path } = await newLink(user, toImage(photo.id));
      expect((await nobody.get(path)).status).toBe(200);
      const answer = await user.delete(`/api/links/${id}`);
      for (const part of ['', '/images', `/images/${photo.id}/file?w=320`])
        expect((await nobody.get(path + part)).status).toBe(404);
      return answer;
    },
    refused: [404, 'link-not-found'],
    fails: ({ user }) => user.delete(`/api/links/${UNKNOWN}`),
  },
  getShared: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const image = await newImage({ path: 'shared/trip' });
      const { id, path } = await newLink(user, { resource: { type: 'folder', id: '/shared/' } });
      const answer = await nobody.get(path);
      const { links: listed } = (await user.get('/api/links')).json<LinkPage>();
      expect(listed.find((link) => link.id === id)).toMatchObject({ uses: 1 });
      return answer.shows({ title: 'shared', imageCount: null, cover: { id: image.id, original: null } });
    },
    refused: [404, 'link-not-found'],
    fails: ({ nobody }) => nobody.get(`/api/shared/${UNKNOWN}`),
  },
  listSharedImages: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const ids = [(await newImage({ bytes: photoJpeg() })).id, (await newImage()).id];
      const { id } = (await user.post('/api/albums', { title: 'Trip', images: ids })).json<AlbumRecord>();
      const { path } = await newLink(user, { resource: { type: 'album', id }, position: 'coarse' });
      const first = (await nobody.get(`${path}/images?limit=1`)).json<SharedImagePage>();
      expect(first.images).toMatchObject([
        { id: ids[0], position: { longitude: -122.45, latitude: 37.75 }, original: null },
      ]);
      const answer = await nobody.get(`${path}/images?cursor=${first.nextCursor ?? ''}`);
      expect(answer.json<SharedImagePage>().images.map((image) => image.id)).toEqual(ids.slice(1));
      return answer;
    },
    refused: [401, 'link-password-needed'],
    fails: async ({ user, nobody, photo }) =>
      await nobody.get(`${(await newLink(user, toImage(photo.id, { password: 'secret' }))).path}/images`),
  },
  getSharedFile: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const { id } = await newImage({ bytes: photoJpeg() });
      const { path } = await newLink(user, toImage(id, { download: true }));
      const original = await nobody.get(`${path}/images/${id}/file`);
      expect(original.status).toBe(200);
      const answer = await nobody.get(`${path}/images/${id}/file?w=320&format=webp`);
      expect(answer.headers.get('content-type')).toBe('image/webp');
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      return answer;
    },
    refused: [403, 'download-refused'],
    fails: async ({ user, nobody, photo: { id } }) =>
      await nobody.get(`${(await newLink(user, toImage(id))).path}/images/${id}/file`),
  },
  downloadShared: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const ids = [(await newImage({ path: 'zip/a' })).id, (await newImage({ path: 'zip/b' })).id];
      const { id } = (await user.post('/api/albums', { title: 'Trip', images: ids })).json<AlbumRecord>();
      const { path } = await newLink(user, { resource: { type: 'album', id }, download: true });
      const answer = await nobody.get(`${path}/download`);
      expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Trip.zip"');
      const entries = answer.bytes.toString('latin1').split('PK\x01\x02').length - 1;
      expect([answer.bytes.toString('latin1', 0, 4), entries]).toEqual(['PK\x03\x04', 2]);
      return answer;
    },
    refused: [403, 'download-refused'],
    fails: async ({ user, nobody, photo }) =>
      await nobody.get(`${(await newLink(user, toImage(photo.id))).path}/download`),
  },
  uploadShared: {
    gives: 201,
    works: async ({ user, nobody }) => {
      const { id } = (await user.post('/api/albums', { title: 'Party' })).json<AlbumRecord>();
      const { path } = await newLink(user, { resource: { type: 'album', id }, role: 'contributor' });
      const form = uploadForm({ bytes: photoJpeg(), name: 'lake.jpg', tags: 'sea' });
      const answer = await nobody.post(`${path}/upload`, form);
      const image = answer.json<SharedImage>();
      expect((await nobody.get(`${path}/images`)).json<SharedImagePage>().images).toMatchObject([image]);
      return answer.shows({ name: 'lake.jpg', original: null });
    },
    refused: [403, 'contribution-refused'],
    fails: async ({ user, nobody, photo }) => {
      const { path } = await newLink(user, toImage(photo.id));
      return await nobody.post(`${path}/upload`, uploadForm({ bytes: photoJpeg() }));
    },
  },
  unlockShared: {
    gives: 204,
    works: async ({ user, nobody, photo }) => {
      const { path } = await newLink(user, toImage(photo.id, { password: 'secret' }));
      const answer = await nobody.post(`${path}/unlock`, { password: 'secret' });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      expect((await nobody.send('GET', path, { headers: { cookie } })).status).toBe(200);
      const without = await nobody.get(path);
      expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Link realm="cairn"']);
      return answer;
    },
    refused: [403, 'wrong-password'],
    fails: async ({ user, nobody, photo }) => {
      const { path } = await newLink(user, toImage(photo.id, { password: 'secret' }));
      return await nobody.post(`${path}/unlock`, { password: 'Secret' });
    },
  },
};
