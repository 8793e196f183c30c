import type { CreatedSigningKey, RecentMetricsRecord, StorageUseRecord } from '@cairn/api-schema';
import { fixtures } from '@cairn/testkit';
import { expect } from '@jest/globals';
import { signed } from '../support/signed.js';
import type { Answer } from './answer.js';
import { UNKNOWN, type Rows } from './row.js';
import { BASE, type World } from './world.js';

const newSigningKey = async ({ admin }: World, name: string): Promise<CreatedSigningKey> =>
  (await admin.post('/api/signing-keys', { name })).json();

/** Asks for the photo at an address that the key has signed. */
const getSigned = ({ nobody, photo }: World, { name, secret }: CreatedSigningKey): Promise<Answer> =>
  nobody.get(signed(photo.url, `key=${name}`, secret).replace(BASE, ''));

/** What administrators set. */
export const administration: Rows = {
  createSigningKey: {
    gives: 201,
    works: async (world) => {
      const answer = await world.admin.post('/api/signing-keys', { name: 'site' });
      const { bytes } = await getSigned(world, answer.json());
      expect(bytes.equals(fixtures.jpeg.bytes)).toBe(true);
      return answer.shows({ name: 'site' });
    },
    refused: [409, 'signing-key-exists'],
    fails: async (world) => {
      await newSigningKey(world, 'taken');
      return await world.admin.post('/api/signing-keys', { name: 'taken' });
    },
  },
  listSigningKeys: {
    gives: 200,
    works: async (world) => {
      const { id, name } = await newSigningKey(world, 'listed');
      const answer = (await world.admin.get('/api/signing-keys')).lists({ id, name });
      expect(answer.bytes.toString()).not.toContain('"secret"');
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/signing-keys'),
  },
  revokeSigningKey: {
    gives: 204,
    works: async (world) => {
      const key = await newSigningKey(world, 'revoked');
      const answer = await world.admin.delete(`/api/signing-keys/${key.id}`);
      expect((await getSigned(world, key)).code).toBe('invalid-signature');
      return answer;
    },
    refused: [404, 'signing-key-not-found'],
    fails: ({ admin }) => admin.delete(`/api/signing-keys/${UNKNOWN}`),
  },
  listPresets: {
    gives: 200,
    works: async ({ admin }) => {
      await admin.put('/api/presets/listed', { query: 'w=5' });
      return (await admin.get('/api/presets')).lists({ name: 'listed', query: 'w=5', source: 'api' });
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/presets'),
  },
  getPreset: {
    gives: 200,
    works: async ({ admin }) => {
      await admin.put('/api/presets/read', { query: 'w=6' });
      return (await admin.get('/api/presets/read')).shows({ name: 'read', query: 'w=6' });
    },
    refused: [404, 'preset-not-found'],
    fails: ({ admin }) => admin.get('/api/presets/none'),
  },
  putPreset: {
    gives: 200,
    works: async ({ admin, nobody, photo: { path } }) => {
      const answer = await admin.put('/api/presets/card', { query: 'w=8&format=webp' });
      const { headers, bytes } = await nobody.get(`${path}?preset=card`);
      expect([headers.get('content-type'), bytes.toString('latin1', 0, 4)]).toEqual(['image/webp', 'RIFF']);
      return answer.shows({ name: 'card', query: 'w=8&format=webp' });
    },
    refused: [400, 'invalid-input'],
    fails: ({ admin }) => admin.put('/api/presets/card', { query: 'w=0' }),
  },
  deletePreset: {
    gives: 204,
    works: async ({ admin, nobody, photo: { path } }) => {
      await admin.put('/api/presets/gone', { query: 'w=7' });
      const answer = await admin.delete('/api/presets/gone');
      expect((await nobody.get(`${path}?preset=gone`)).code).toBe('invalid-input');
      return answer;
    },
    refused: [404, 'preset-not-found'],
    fails: ({ admin }) => admin.delete('/api/presets/none'),
  },
  listJobs: {
    gives: 200,
    works: async ({ admin }) => (await admin.get('/api/jobs')).lists({ name: 'sweep-blobs', error: null }),
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/jobs'),
  },
  retryJob: {
    gives: 200,
    works: async ({ admin }) => (await admin.post('/api/jobs/describe-images/retry')).shows({ retried: 0 }),
    refused: [404, 'failed-work-not-found'],
    fails: ({ admin }) => admin.post('/api/jobs/none/retry'),
  },
  promote: {
    gives: 200,
    works: async ({ admin }) => (await admin.post('/api/promote')).shows({ promoted: false }),
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.post('/api/promote'),
  },
  getStorageUse: {
    gives: 200,
    works: async ({ admin, newImage }) => {
      const { images } = (await admin.get('/api/storage')).json<StorageUseRecord>();
      await newImage();
      return (await admin.get('/api/storage')).shows({
        images: {
          count: images.count + 1,
          sizeInBytes: images.sizeInBytes + fixtures.jpeg.bytes.length,
        },
      });
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/storage'),
  },
  getMetrics: {
    gives: 200,
    works: async ({ admin }) => {
      const answer = await admin.get('/metrics');
      expect(answer.bytes.toString()).toMatch(
        /^cairn_http_request_duration_seconds_count\{operation="\w+",/m,
      );
      return answer;
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/metrics'),
  },
  getRecentMetrics: {
    gives: 200,
    works: async ({ admin }) => {
      const answer = await admin.get('/api/metrics/recent');
      const { series } = answer.json<RecentMetricsRecord>();
      expect(series.find(({ name }) => name === 'requests')?.points.at(-1)).toBeGreaterThan(0);
      return answer.shows({ stepSeconds: 60 });
    },
    refused: [403, 'scope-missing'],
    fails: ({ user }) => user.get('/api/metrics/recent'),
  },
  listErrors: {
    gives: 200,
    works: async ({ admin }) => {
      const answer = await admin.get('/api/errors');
      expect(answer.json()).toEqual([]); // what was refused so far is no error of the server
      return answer;
    },
    refused: [401, 'unauthenticated'],
    fails: ({ nobody }) => nobody.get('/api/errors'),
  },
};
