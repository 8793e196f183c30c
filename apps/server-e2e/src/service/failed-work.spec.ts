import { mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRecord } from '@cairn/api-schema';
import { until, uploadForm, type ServerProcess } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { start } from '../support/started-servers.js';

const JOB = 'delete-removed-blobs';

async function jobOnce(server: ServerProcess, isSo: (job: JobRecord) => boolean): Promise<JobRecord> {
  let found: JobRecord | undefined;
  await until('the job is as it should be', async () => {
    const listed = (await (await server.fetch('/api/jobs')).json()) as readonly JobRecord[];
    found = listed.find(({ name }) => name === JOB);
    return found !== undefined && isSo(found);
  });
  if (found === undefined) throw new Error('There is no such job.');
  return found;
}

async function upload(server: ServerProcess): Promise<string> {
  const body = uploadForm({ bytes: fixtures.jpeg.bytes, path: 'failing' });
  const response = await server.fetch('/api/upload', { method: 'POST', body });
  return ((await response.json()) as { readonly id: string }).id;
}

async function originals({ dataDir }: ServerProcess): Promise<readonly string[]> {
  const found = await readdir(join(dataDir, 'blobs', 'blobs'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

it('what the background fails at is listed and holds up nothing else, and is done once it is possible and retried', async () => {
  const server = await start({ env: { CAIRN_TRASH_DAYS: '0' } });
  const stuck = await upload(server);
  const [file = ''] = await originals(server);
  const other = await upload(server);
  await rm(file);
  await mkdir(join(file, 'in the way'), { recursive: true }); // it cannot be deleted as a file is
  for (const id of [stuck, other]) await server.fetch(`/api/images/${id}`, { method: 'DELETE' });

  const { failures, outcome } = await jobOnce(server, (job) => job.failureCount > 0 && job.outcome !== null);
  expect([outcome, failures]).toEqual([
    'succeeded',
    [
      {
        item: expect.stringMatching(/^\d+$/),
        attempts: 1,
        reason: expect.any(String),
        failedAt: expect.stringMatching(/Z$/),
        retryAt: expect.stringMatching(/Z$/),
      },
    ],
  ]);
  await until('the original is deleted', async () => (await originals(server)).length === 0);
  await rmdir(join(file, 'in the way'));
  await rmdir(file);
  const address = `/api/jobs/${JOB}/retry?item=${failures[0]?.item ?? ''}`;
  expect(await (await server.fetch(address, { method: 'POST' })).json()).toEqual({ retried: 1 });
  await jobOnce(server, ({ failureCount }) => failureCount === 0);
});
