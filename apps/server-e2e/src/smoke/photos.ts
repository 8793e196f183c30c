import type { CameraList, DayList, ImageLayout, LookAlikePage } from '@cairn/api-schema';
import { photoFacts, photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { UNKNOWN, type Rows } from './row.js';
import type { World } from './world.js';

/** Two images with the same bytes, which are looked at. */
async function lookAlikes({ user, newImage }: Pick<World, 'user' | 'newImage'>): Promise<readonly string[]> {
  const images = [await newImage({ bytes: photoJpeg() }), await newImage({ bytes: photoJpeg() })];
  for (const { id } of images) await user.get(`/api/images/${id}?include=metadata`);
  return images.map(({ id }) => id);
}

/** Photos by day and camera, and those that look alike. */
export const photos: Rows = {
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
    works: async ({ user, newImage }) => {
      await newImage({ bytes: photoJpeg() });
      const answer = await user.get('/api/cameras');
      const { camera } = answer.json<CameraList>().cameras[0] ?? {};
      expect(camera).toBe(`${photoFacts.camera.make} ${photoFacts.camera.model}`);
      return answer;
    },
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
  detailImages: {
    gives: 200,
    works: async ({ user, newImage }) => {
      const { id } = await newImage();
      const body = { ids: [id, UNKNOWN], favourite: true, rating: 4 };
      const answer = await user.post('/api/images/bulk/details', body);
      (await user.get(`/api/images/${id}?include=details`)).shows({
        details: { favourite: true, rating: 4 },
      });
      return answer.shows({ changed: [id], missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user, photo: { id } }) => user.post('/api/images/bulk/details', { ids: [id], rating: 6 }),
  },
};
