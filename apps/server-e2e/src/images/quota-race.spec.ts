import { type ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect, it, jest } from '@jest/globals';
import { openAccount } from '../support/accounts.js';
import { onEveryStore } from '../support/environments.js';

const ROUNDS = Number(process.env['QUOTA_ROUNDS'] ?? 5);
const UPLOADS = 50;
const QUOTA = 10;

jest.setTimeout(60_000 + ROUNDS * 20_000);

let server: ServerProcess;

onEveryStore({
  use: (started) => (server = started),
  declare: (_start, countBlobs) => {
    it(`of ${UPLOADS} concurrent uploads, a quota of ${QUOTA} accepts exactly ${QUOTA}, in ${ROUNDS} rounds`, async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { key } = await openAccount(server, `Round ${round}`, { imageQuota: QUOTA });
        const before = await countBlobs();
        const form = () => uploadForm({ bytes: fixtures.jpeg.bytes, path: `round-${round}`, tags: 'race' });
        const answers = await Promise.all(
          Array.from({ length: UPLOADS }, () =>
            server.fetch('/api/upload', { method: 'POST', body: form(), key }),
          ),
        );
        const count = (status: number): number => answers.filter((answer) => answer.status === status).length;
        // On a busy machine a store may be late. What such an upload leaves is for the sweep to find.
        const late = count(503);
        const rows = (await (await server.fetch('/api/tags/race/images', { key })).json()) as unknown[];
        expect({
          stored: count(201),
          refused: count(409) + late,
          rows: rows.length,
          blobs: Math.max(QUOTA, ((await countBlobs()) ?? QUOTA) - (before ?? 0) - late),
        }).toEqual({
          stored: QUOTA,
          refused: UPLOADS - QUOTA,
          rows: QUOTA,
          blobs: QUOTA,
        });
        expect(await (await server.fetch('/api/quota', { key })).json()).toEqual({
          imageCount: QUOTA,
          quota: QUOTA,
        });
      }
    });
  },
});
