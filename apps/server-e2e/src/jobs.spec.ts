import { type ServerProcess } from '@cairn/harness';
import { describe, expect, it } from '@jest/globals';
import { onEveryStore } from './support/environments.js';

let server: ServerProcess;

interface Job {
  readonly name: string;
  readonly outcome: string | null;
}

const jobs = async (): Promise<readonly Job[]> => (await (await server.fetch('/api/jobs')).json()) as Job[];

onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    describe('jobs', () => {
      it('are listed with the result of their latest run', async () => {
        let listed = await jobs();
        while (listed.some(({ outcome }) => outcome === null)) listed = await jobs();
        const succeeded = {
          ...{ state: 'idle', leaderOnly: true, progress: null, outcome: 'succeeded', error: null },
          startedAt: expect.stringMatching(/Z$/),
          endedAt: expect.stringMatching(/Z$/),
        };
        const sweep = { name: 'sweep-blobs', everyMs: 3_600_000, ...succeeded };
        const positions = {
          'delete-removed-blobs': expect.any(Number),
          'delete-orphaned-archives': expect.any(Number),
          'follow-photos': expect.any(Number),
        };
        expect(listed).toEqual([
          { ...sweep, result: expect.objectContaining({ outcome: 'completed', missing: 0 }) },
          { name: 'prune-events', everyMs: 60_000, ...succeeded, result: { positions } },
          {
            ...{ name: 'evict-derivatives', everyMs: 3_600_000, ...succeeded, leaderOnly: false },
            result: { kept: 0, keptBytes: 0, evicted: 0 },
          },
          {
            ...{ name: 'refine-derivatives', everyMs: 15_000, ...succeeded, leaderOnly: false },
            result: { refined: 0 },
          },
          { name: 'describe-images', everyMs: 60_000, ...succeeded, result: { described: 0 } },
          { name: 'purge-features', everyMs: 60_000, ...succeeded, result: {} },
          { name: 'index-features', everyMs: 60_000, ...succeeded, leaderOnly: false, result: { looked: 0 } },
          { name: 'copy-large-features', everyMs: 15_000, ...succeeded, result: { copied: 0 } },
          { name: 'place-photos', everyMs: 60_000, ...succeeded, result: { steps: 0 } },
        ]);
      });

      it('are shown only to administrators', async () => {
        const response = await server.fetch('/api/keys', {
          method: 'POST',
          body: JSON.stringify({ name: 'Site', scopes: ['images:read', 'keys:manage'] }),
          headers: { 'content-type': 'application/json' },
        });
        const { key } = (await response.json()) as { readonly key: string };
        expect((await server.fetch('/api/jobs', { key })).status).toBe(403);
        expect((await fetch(`${server.address}/api/jobs`)).status).toBe(401);
      });
    });
  },
});
