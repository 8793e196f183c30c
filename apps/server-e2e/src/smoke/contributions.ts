import type { ContributionPage } from '@cairn/api-schema';
import { uploadForm } from '@cairn/harness';
import { photoJpeg } from '@cairn/testkit';
import { expect } from '@jest/globals';
import type { Caller } from './caller.js';
import { newLink } from './links.js';
import { UNKNOWN, type Rows } from './row.js';

interface Callers {
  readonly user: Caller;
  readonly nobody: Caller;
}

let folders = 0;

/** The identifier of an image that somebody sends to a folder of its own, where it waits, and that folder. */
async function waiting({ user, nobody }: Callers): Promise<{ readonly id: string; readonly folder: string }> {
  folders += 1;
  const folder = `guests/${folders}`;
  const resource = { type: 'folder', id: folder };
  const { path } = await newLink(user, { resource, role: 'contributor', approval: 'required' });
  expect((await nobody.post(`${path}/upload`, uploadForm({ bytes: photoJpeg() }))).status).toBe(202);
  const { contributions } = (
    await user.get(`/api/contributions?type=folder&id=${folder}`)
  ).json<ContributionPage>();
  return { id: contributions[0]?.id ?? '', folder };
}

/** What guests add, and decisions on it. */
export const contributions: Rows = {
  listContributions: {
    gives: 200,
    works: async ({ user, nobody }) => {
      const { folder } = await waiting({ user, nobody });
      return (await user.get(`/api/contributions?type=folder&id=${folder}`)).shows({ count: 1 });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.get('/api/contributions?type=folder'),
  },
  getContributionFile: {
    gives: 200,
    works: async ({ user, nobody }) => {
      const { id } = await waiting({ user, nobody });
      const answer = await user.get(`/api/contributions/${id}/file?w=640`);
      expect(answer.headers.get('cache-control')).toBe('private, no-cache');
      return answer;
    },
    refused: [404, 'contribution-not-found'],
    fails: ({ user }) => user.get(`/api/contributions/${UNKNOWN}/file?w=640`),
  },
  approveContributions: {
    gives: 200,
    works: async ({ user, nobody }) => {
      const { id } = await waiting({ user, nobody });
      const answer = await user.post('/api/contributions/approve', { ids: [id] });
      expect((await user.get(`/api/images/${id}`)).status).toBe(200);
      return answer.shows({ approved: [id], missing: [] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/contributions/approve', { ids: [] }),
  },
  refuseContributions: {
    gives: 200,
    works: async ({ user, nobody }) => {
      const { id } = await waiting({ user, nobody });
      const answer = await user.post('/api/contributions/refuse', { ids: [id, UNKNOWN] });
      return answer.shows({ refused: [id], missing: [UNKNOWN] });
    },
    refused: [400, 'invalid-input'],
    fails: ({ user }) => user.post('/api/contributions/refuse', {}),
  },
};
