import type { AlbumRecord, TrashPage } from '@cairn/api-schema';
import { expect } from '@jest/globals';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import type { World } from './world.js';

/** A new image that was deleted. */
async function deletedImage({ user, newImage }: Pick<World, 'user' | 'newImage'>): Promise<string> {
  const { id } = await newImage();
  await user.delete(`/api/images/${id}`);
  return id;
}

/** The latest entry of the trash. */
async function latestIn(user: Caller): Promise<TrashPage['entries'][number] | undefined> {
  return (await user.get('/api/trash?limit=1')).json<TrashPage>().entries[0];
}

/** What was deleted and can be restored. */
export const trash: Rows = {
  listTrash: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = [await deletedImage({ user, newImage }), await deletedImage({ user, newImage })];
      const first = (await user.get('/api/trash?limit=1&kind=image')).json<TrashPage>();
      const second = await user.get(`/api/trash?limit=1&kind=image&cursor=${first.nextCursor ?? ''}`);
      const entries = [...first.entries, ...second.json<TrashPage>().entries];
      expect(entries.map(({ id }) => id)).toEqual(ids.reverse());
      expect(entries[0]?.deletedBy).toMatch(/^(user|key):/);
      return second;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/trash?kind=house'),
  },
  getTrashFile: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const id = await deletedImage({ user, newImage });
      const answer = await user.get(`/api/trash/${id}/file?w=160`);
      expect(answer.headers.get('content-type')).toMatch(/^image\//);
      expect(answer.headers.get('cache-control')).toContain('private');
      await user.post(`/api/images/${id}/restore`);
      expect((await user.get(`/api/trash/${id}/file?w=160`)).status).toBe(404);
      return answer;
    },
    refused: [404, 'not-in-trash'],
    fails: ({ user, photo }) => user.get(`/api/trash/${photo.id}/file`),
  },
  restoreTrash: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = [(await newImage()).id, (await newImage()).id];
      await user.post('/api/images/bulk/delete', { ids });
      const { deletion } = (await latestIn(user)) ?? {};
      const answer = await user.post('/api/trash/restore', { deletion });
      for (const id of ids) expect((await user.get(`/api/images/${id}`)).status).toBe(200);
      const nothing = await user.post('/api/trash/restore', { ids: [UNKNOWN] });
      nothing.shows({ restored: [], left: [], missing: [UNKNOWN] });
      return answer.shows({ left: [], missing: [] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/trash/restore', { deletion: UNKNOWN, ids: [UNKNOWN] }),
  },
  emptyTrash: {
    gives: 200,
    works: async ({ user, newImage }) => {
      await deletedImage({ user, newImage });
      const answer = await user.delete('/api/trash');
      expect(await latestIn(user)).toBeUndefined();
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer }) => viewer.delete('/api/trash'),
  },
  purgeTrash: {
    gives: 204,
    works: async ({ user, newImage }) => {
      const id = await deletedImage({ user, newImage });
      const answer = await user.delete(`/api/trash/${id}`);
      expect((await user.post(`/api/images/${id}/restore`)).status).toBe(404);
      return answer;
    },
    refused: [404, 'not-in-trash'],
    fails: ({ user }) => user.delete(`/api/trash/${UNKNOWN}`),
  },
  restoreImage: {
    gives: 200,
    works: async ({ user, nobody, newImage }) => {
      const { id, url, path } = await newImage();
      const record = (await user.get(`/api/images/${id}`)).json();
      await user.delete(`/api/images/${id}`);
      expect((await nobody.get(path)).status).toBe(404);
      const answer = await user.post(`/api/images/${id}/restore`);
      expect((await nobody.get(path)).status).toBe(200);
      expect((await user.get(`/api/images/${id}`)).json()).toEqual(record);
      return answer.shows({ id, url, isRenamed: false });
    },
    refused: [404, 'not-in-trash'],
    fails: ({ user, photo }) => user.post(`/api/images/${photo.id}/restore`),
  },
  restoreAlbum: {
    gives: 200,
    works: async ({ user, photo }) => {
      const album = await user.post('/api/albums', { title: 'Autumn', images: [photo.id] });
      const { id } = album.json<AlbumRecord>();
      await user.delete(`/api/albums/${id}`);
      return (await user.post(`/api/albums/${id}/restore`)).shows({ title: 'Autumn', imageCount: 1 });
    },
    refused: [404, 'not-in-trash'],
    fails: ({ user }) => user.post(`/api/albums/${UNKNOWN}/restore`),
  },
};
