import { expect } from '@jest/globals';
import type { FolderDefaultList, ImagePage, PathList, TagList, UserJobRecord } from '@cairn/api-schema';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import { BASE } from './world.js';

/** An import that goes on for some seconds: nobody has this name. */
async function startedImport(user: Caller): Promise<string> {
  const answer = await user.post('/api/imports', { url: 'https://cairn.invalid/a.jpg' });
  return answer.json<UserJobRecord>().id;
}

/** A change of images in a job. */
async function startedJob(user: Caller): Promise<string> {
  const body = { filter: { tags: ['none'] }, visibility: 'private' };
  const answer = await user.post('/api/images/bulk/visibility', body, { prefer: 'respond-async' });
  expect(answer.status).toBe(202);
  return answer.json<UserJobRecord>().id;
}

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
  importImages: {
    gives: 202,
    works: async ({ user }) => {
      const answer = await user.post('/api/imports', { url: 'https://cairn.invalid/a.jpg' });
      const { id } = answer.json<UserJobRecord>();
      expect(answer.headers.get('location')).toBe(`${BASE}/api/imports/${id}`);
      return answer.shows({ kind: 'import', total: 1 });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/imports', { url: 'http://10.0.0.1/a.jpg' }),
  },
  listImports: {
    gives: 200,
    works: async ({ user }) => {
      const id = await startedImport(user);
      return (await user.get('/api/imports')).lists({ id });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/imports?limit=0'),
  },
  getImport: {
    gives: 200,
    works: async ({ user }) => {
      const id = await startedImport(user);
      return (await user.get(`/api/imports/${id}`)).shows({ id, kind: 'import' });
    },
    refused: [404, 'job-not-found'],
    fails: ({ user }) => user.get(`/api/imports/${UNKNOWN}`),
  },
  cancelImport: {
    gives: 200,
    works: async ({ user }) => {
      const id = await startedImport(user);
      return (await user.delete(`/api/imports/${id}`)).shows({ id, state: 'cancelled' });
    },
    refused: [404, 'job-not-found'],
    fails: ({ user }) => user.delete(`/api/imports/${UNKNOWN}`),
  },
  listBulkJobs: {
    gives: 200,
    works: async ({ user }) => {
      const answer = await user.get('/api/images/bulk/jobs?limit=5');
      expect(answer.json()).toBeInstanceOf(Array);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/images/bulk/jobs?limit=0'),
  },
  getBulkJob: {
    gives: 200,
    works: async ({ user }) => {
      const job = await startedJob(user);
      return (await user.get(`/api/images/bulk/jobs/${job}`)).shows({ id: job, kind: 'bulk-change' });
    },
    refused: [404, 'job-not-found'],
    fails: ({ user }) => user.get(`/api/images/bulk/jobs/${UNKNOWN}`),
  },
  cancelBulkJob: {
    gives: 200,
    works: async ({ user }) => {
      const job = await startedJob(user);
      return (await user.delete(`/api/images/bulk/jobs/${job}`)).shows({ id: job });
    },
    refused: [404, 'job-not-found'],
    fails: ({ user }) => user.delete(`/api/images/bulk/jobs/${UNKNOWN}`),
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
