import type { DayList, ImageLayout } from '@cairn/api-schema';
import type { ServerProcess } from '@cairn/harness';
import { fixtures, photoFacts, photoJpeg } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { ImagesClient } from './images-client.js';

interface Listed {
  readonly images: readonly { readonly id: string }[];
  readonly nextCursor?: string;
}

/** Tests of photos by their times, places and cameras. */
export function declarePhotos(open: () => ServerProcess): void {
  describe('photos', () => {
    it('are listed by the camera’s clock, by day, place, camera and what they lack', async () => {
      const { key } = await openAccount(open(), 'Photographer');
      const upload = async (name: string, bytes: Uint8Array, tags = 'x'): Promise<string> => {
        const answer = await new ImagesClient(open()).upload({ name, bytes, tags }, key);
        return ((await answer.json()) as { readonly id: string }).id;
      };
      const photo = await upload('photo.jpg', photoJpeg());
      const guessed = await upload('IMG-20200101-WA0001.jpg', fixtures.jpeg.bytes, '');
      const bare = await upload('bare.png', fixtures.png.bytes);
      const get = async <T>(path: string): Promise<T> =>
        (await (await open().fetch(path, { key })).json()) as T;
      const list = async (query: string): Promise<readonly string[]> =>
        (await get<Listed>(`/api/images?${query}`)).images.map(({ id }) => id);
      const { longitude, latitude } = photoFacts.position;
      const day = photoFacts.capturedAt.slice(0, 10);
      const camera = `${photoFacts.camera.make} ${photoFacts.camera.model}`;
      expect(await get(`/api/images/${photo}?include=taken`)).toMatchObject({
        taken: { at: photoFacts.capturedAt, from: 'camera' },
      });
      expect(await get(`/api/images/${guessed}?include=taken`)).toMatchObject({
        taken: { at: '2020-01-01T12:00:00', from: 'name' },
      });
      expect(await get('/api/cameras')).toEqual({ cameras: [{ camera, count: 1 }] });

      const byTime = [photo, guessed];
      expect(await list('sort=taken')).toEqual([...byTime, bare]);
      expect(await list('sort=taken-oldest')).toEqual([bare, ...byTime.toReversed()]);
      expect(await list(`takenFrom=${day}&takenTo=${day.slice(0, 7)}`)).toEqual([photo]);
      expect(await list('without=time')).toEqual([bare]);
      expect(await list('without=place,tags')).toEqual([guessed]);
      expect(await list(`near=${longitude},${latitude}`)).toEqual([photo]);
      expect(await list(`near=${longitude},${latitude + 1}&radius=5e4`)).toEqual([]);
      expect(await list(`bbox=${longitude - 1},${latitude - 1},${longitude + 1},${latitude + 1}`)).toEqual([
        photo,
      ]);
      expect(await list(`camera=${encodeURIComponent(camera)}`)).toEqual([photo]);
      const first = await get<Listed & { readonly previousCursor: string }>('/api/images?sort=taken&limit=2');
      const [, second] = first.images;
      const after = await get<Listed & { readonly previousCursor: string }>(
        `/api/images?sort=taken&cursor=${encodeURIComponent(first.nextCursor ?? '')}`,
      );
      expect(
        await list(`sort=taken-oldest&limit=1&cursor=${encodeURIComponent(after.previousCursor)}`),
      ).toEqual([second?.id]);

      expect(await get<DayList>('/api/images/days')).toMatchObject({
        days: [day, '2020-01-01'],
        counts: [1, 1],
        undated: 1,
      });
      const layout = await get<ImageLayout>('/api/images/layout?limit=3');
      expect(layout.ids).toEqual([...byTime, bare]);
      expect(layout.days.at(-1)).toBe('');
      expect(new Set(Object.values(layout).map((column) => column?.length))).toEqual(new Set([3]));
      for (const query of [
        'bbox=1,2,3',
        'near=8',
        'without=people',
        'takenTo=2024-13',
        'radius=-1',
        'lens=x',
      ])
        expect((await open().fetch(`/api/images?${query}`, { key })).status).toBe(400);
    });
  });
}
