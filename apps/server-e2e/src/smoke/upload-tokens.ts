import type { CreatedUploadTokenRecord } from '@cairn/api-schema';
import { uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect } from '@jest/globals';
import type { Answer } from './answer.js';
import type { Caller } from './caller.js';
import { UNKNOWN, type Rows } from './row.js';
import { BASE, type World } from './world.js';

const newToken = async (user: Caller, terms: object = {}): Promise<CreatedUploadTokenRecord> =>
  (await user.post('/api/upload-tokens', terms)).json();

const uploadBy = async ({ nobody }: World, { token }: CreatedUploadTokenRecord): Promise<Answer> =>
  await nobody.post(`/api/upload?token=${token}`, uploadForm({ bytes: fixtures.png.bytes, name: 'by.png' }));

/** Credentials that upload images. */
export const uploadTokens: Rows = {
  createUploadToken: {
    gives: 201,
    works: async (world) => {
      const answer = await world.user.post('/api/upload-tokens?as=sharex', {
        path: 'smoke/tokens',
        maxFiles: 2,
      });
      const made = answer.json<CreatedUploadTokenRecord>();
      expect(made.sharex?.Headers).toEqual({ Authorization: `Bearer ${made.token}` });
      const { url } = (await uploadBy(world, made)).json<{ url: string }>();
      expect(url).toBe(`${BASE}/cdn/smoke/tokens/by.png`);
      return answer.shows({ path: 'smoke/tokens', tags: [], maxFiles: 2, filesUsed: 0, maxFileBytes: null });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/upload-tokens', { expiresAt: '2026-01-01T00:00:00Z' }),
  },
  listUploadTokens: {
    gives: 200,
    works: async ({ user }) => {
      const { id, path, token } = await newToken(user, { path: 'listed' });
      const answer = await user.get('/api/upload-tokens?limit=9');
      const { tokens } = answer.json<{ tokens: readonly object[] }>();
      expect(tokens).toContainEqual(expect.objectContaining({ id, path }));
      expect(answer.bytes.toString()).not.toContain(token);
      return answer;
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/upload-tokens?limit=0'),
  },
  deleteUploadToken: {
    gives: 204,
    works: async (world) => {
      const made = await newToken(world.user);
      const answer = await world.user.delete(`/api/upload-tokens/${made.id}`);
      expect((await uploadBy(world, made)).code).toBe('invalid-upload-token');
      return answer;
    },
    refused: [404, 'upload-token-not-found'],
    fails: ({ user }) => user.delete(`/api/upload-tokens/${UNKNOWN}`),
  },
};
