import { photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { EventReader } from '../support/event-reader.js';
import { Answer } from './answer.js';
import { UNKNOWN, type Rows } from './row.js';

/** Photos in spaces, and events of both. */
export const photoSpaces: Rows = {
  listPhotoSpaces: {
    gives: 200,
    works: async ({ user, newSpace }) => {
      const spaceId = await newSpace();
      await user.put('/api/photo-spaces?path=listed', { spaceId });
      return (await user.get('/api/photo-spaces')).lists({ path: 'listed', spaceId });
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/photo-spaces'),
  },
  putPhotoSpace: {
    gives: 200,
    works: async ({ server, key, user, newSpace, newImage }) => {
      const [spaceId, events] = [await newSpace(), await EventReader.open(server, { key })];
      const { id } = await newImage({ bytes: photoJpeg(), path: 'trip' });
      const answer = await user.put('/api/photo-spaces?path=trip', { spaceId });
      const isPlaced = async () =>
        (await events.take(1)).some(
          ({ event, data }) => event === 'features-changed' && data['id'] === spaceId,
        );
      while (!(await isPlaced()));
      events.close();
      expect((await user.get(`/hub/spaces/${spaceId}/features/photo-${id}`)).status).toBe(200);
      return answer.shows({ path: 'trip', spaceId, fault: null });
    },
    refused: [404, 'space-not-found'],
    fails: ({ user }) => user.put('/api/photo-spaces?path=trip', { spaceId: UNKNOWN }),
  },
  deletePhotoSpace: {
    gives: 204,
    works: async ({ user, newSpace }) => {
      await user.put('/api/photo-spaces?path=left', { spaceId: await newSpace() });
      const answer = await user.delete('/api/photo-spaces?path=left');
      const left = (await user.get('/api/photo-spaces')).json<{ path: string; state: string }[]>();
      expect(left.filter(({ path, state }) => path === 'left' && state !== 'removing')).toEqual([]);
      return answer;
    },
    refused: [404, 'photo-space-not-found'],
    fails: ({ user }) => user.delete('/api/photo-spaces?path=none'),
  },
  streamEvents: {
    gives: 200,
    works: async ({ server, key, newImage }) => {
      const response = await server.fetch('/api/events', { key });
      const events = await EventReader.over(response);
      const { id } = await newImage();
      expect(await events.take(1)).toMatchObject([{ event: 'image-uploaded', data: { id } }]);
      events.close();
      return new Answer('GET /api/events', response.status, response.headers, Buffer.alloc(0));
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/events'),
  },
};
