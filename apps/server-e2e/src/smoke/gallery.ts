import { expect } from '@jest/globals';
import type {
  DayList,
  FolderDefaultList,
  ImageLayout,
  ImagePage,
  LookAlikePage,
  PathList,
  TagList,
  UserJobRecord,
} from '@cairn/api-schema';
import { photoJpeg } from '@cairn/testkit';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import { BASE, type World } from './world.js';

/** Two images with the same bytes, which are looked at. */
async function lookAlikes({ user, newImage }: Pick<World, 'user' | 'newImage'>): Promise<readonly string[]> {
  const images = [await newImage({ bytes: photoJpeg() }), await newImage({ bytes: photoJpeg() })];
  for (const { id } of images) await user.get(`/api/images/${id}?include=metadata`);
  return images.map(({ id }) => id);
}

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
  listDays: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage({ path: 'days' });
      await user.patch(`/api/images/${id}`, { takenAt: '2024-07-01T10:00:00' });
      const answer = await user.get('/api/images/days?path=days&takenFrom=2024');
      const { days, counts, undated } = answer.json<DayList>();
      expect({ days, counts, undated }).toEqual({ days: ['2024-07-01'], counts: [1], undated: 0 });
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/images/days?takenFrom=2024-02-30'),
  },
  layOutImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage({ path: 'laid-out' });
      const answer = await user.get('/api/images/layout?path=laid-out');
      const { ids, days } = answer.json<ImageLayout>();
      expect({ ids, days }).toEqual({ ids: [id], days: [''] });
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/images/layout?bbox=1,2,3'),
  },
  listCameras: {
    gives: 200,
    works: async ({ user }) => (await user.get('/api/cameras')).shows({ cameras: [] }),
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/cameras?limit=0'),
  },
  dateImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage();
      const answer = await user.post('/api/images/bulk/taken', {
        ids: [id, UNKNOWN],
        takenAt: '2024-07-01 10:00:00',
      });
      await user.post('/api/images/bulk/taken', { ids: [id], shiftMinutes: 90 });
      (await user.get(`/api/images/${id}?include=taken`)).shows({
        taken: { at: '2024-07-01T11:30:00', from: 'person' },
      });
      return answer.shows({ changed: [id], missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo: { id } }) =>
      user.post('/api/images/bulk/taken', { ids: [id], takenAt: null, shiftMinutes: 5 }),
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
  listLookAlikes: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = await lookAlikes({ user, newImage });
      const answer = await user.get('/api/images/look-alikes');
      const { groups } = answer.json<LookAlikePage>();
      const shown = groups.map(({ images }) => images.map(({ image }) => image.id));
      expect(shown.filter((group) => ids.every((id) => group.includes(id)))).toHaveLength(1);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/images/look-alikes?limit=0'),
  },
  dismissLookAlikes: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = await lookAlikes({ user, newImage });
      return (await user.post('/api/images/look-alikes/dismissals', { ids })).shows({ changed: 1 });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo }) => user.post('/api/images/look-alikes/dismissals', { ids: [photo.id] }),
  },
  recallLookAlikes: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const ids = await lookAlikes({ user, newImage });
      await user.post('/api/images/look-alikes/dismissals', { ids });
      return (await user.delete(`/api/images/look-alikes/dismissals?ids=${ids.join()}`)).shows({
        changed: 1,
      });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo }) => user.delete(`/api/images/look-alikes/dismissals?ids=${photo.id}`),
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
