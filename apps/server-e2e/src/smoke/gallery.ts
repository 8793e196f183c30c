import { expect } from '@jest/globals';
import type { FolderDefaultList, ImagePage, PathList, TagList } from '@cairn/api-schema';
import { UNKNOWN, type Rows } from './row.js';

/** Many images. */
export const gallery: Rows = {
  listImages: {
    gives: 200,
    works: async ({ user, photo: { id } }) => {
      const answer = await user.get('/api/images?path=smoke&tags=lake,summer');
      expect(answer.json<ImagePage>().images.map((image) => image.id)).toEqual([id]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/images?limit=0'),
  },
  listTags: {
    gives: 200,
    works: async ({ user }) => {
      const answer = await user.get('/api/tags');
      expect(answer.json<TagList>().tags).toContainEqual({ tag: 'lake', count: 1 });
      const elsewhere = await user.get('/api/tags?path=nowhere');
      expect(elsewhere.json<TagList>().tags).toEqual([]);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/tags?limit=0'),
  },
  listPaths: {
    gives: 200,
    works: async ({ user, newImage }) => {
      await newImage({ path: 'paths/of/one' });
      const answer = await user.get('/api/paths?parent=paths');
      expect(answer.json<PathList>().paths).toEqual([{ path: 'paths/of', count: 1 }]);
      return answer;
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/paths'),
  },
  listFolderDefaults: {
    gives: 200,
    works: async ({ user }) => {
      await user.put('/api/paths/defaults', { path: 'listed', visibility: 'unlisted' });
      const answer = await user.get('/api/paths/defaults');
      expect(answer.json<FolderDefaultList>().defaults).toContainEqual({
        path: 'listed',
        visibility: 'unlisted',
      });
      return answer;
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/paths/defaults'),
  },
  putFolderDefault: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const answer = await user.put('/api/paths/defaults', { path: '/closed/', visibility: 'private' });
      const { id } = await newImage({ path: 'closed/below' });
      (await user.get(`/api/images/${id}?include=visibility`)).shows({ visibility: 'private' });
      return answer.shows({ path: 'closed', visibility: 'private' });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.put('/api/paths/defaults', { path: 'a//b', visibility: null }),
  },
  patchImage: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage({ tags: 'old' });
      const answer = await user.patch(`/api/images/${id}`, { tags: ['new'] });
      (await user.get(`/api/images/${id}`)).shows({ tags: ['new'] });
      return answer.shows({ id, tags: ['new'] });
    },
    refused: [404, 'image-not-found'],
    fails: ({ user }) => user.patch(`/api/images/${UNKNOWN}`, { tags: [] }),
  },
  tagImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage();
      const answer = await user.post('/api/images/bulk/tags', { ids: [id, UNKNOWN], add: ['many'] });
      (await user.get('/api/tags/many/images')).lists({ id });
      return answer.shows({ changed: [id], missing: [UNKNOWN] });
    },
    refused: [403, 'scope-missing'],
    fails: ({ viewer, photo }) => viewer.post('/api/images/bulk/tags', { ids: [photo.id], add: ['many'] }),
  },
  showImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage();
      const body = { ids: [id, UNKNOWN], visibility: 'private' };
      const answer = await user.post('/api/images/bulk/visibility', body);
      (await user.get(`/api/images/${id}?include=visibility`)).shows({ visibility: 'private' });
      return answer.shows({ changed: [id], missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo: { id } }) =>
      user.post('/api/images/bulk/visibility', { ids: [id], visibility: 'secret' }),
  },
  deleteImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage();
      const answer = await user.post('/api/images/bulk/delete', { ids: [id, UNKNOWN] });
      expect((await user.get(`/api/images/${id}`)).status).toBe(404);
      return answer.shows({ deleted: [id], missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/images/bulk/delete', { ids: [] }),
  },
};
