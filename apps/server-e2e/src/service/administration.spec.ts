import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StorageUseRecord } from '@cairn/api-schema';
import { ServerProcess, uploadForm } from '@cairn/harness';
import { fixtures } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { onEveryStore } from '../support/environments.js';

let server: ServerProcess;

async function send<T>(method: string, path: string, body?: object): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await server.fetch(path, {
    method,
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    ...(body !== undefined && !isForm && { headers: { 'content-type': 'application/json' } }),
  });
  expect([method, path, response.ok]).toEqual([method, path, true]);
  return (await response.json()) as T;
}
const read = <T>(path: string) => send<T>('GET', path);
const post = <T>(path: string, body: object) => send<T>('POST', path, body);
const put = (path: string, body: object) => send('PUT', path, body);

interface Job {
  readonly name: string;
  readonly outcome: string | null;
}

const jobs = () => read<readonly Job[]>('/api/jobs');

onEveryStore({
  use: (started) => (server = started),
  declare: () => {
    describe('jobs', () => {
      it('are listed with the result of their latest run', async () => {
        let listed = await jobs();
        while (listed.some(({ outcome }) => outcome === null)) listed = await jobs();
        const succeeded = {
          state: 'idle',
          leaderOnly: true,
          progress: null,
          outcome: 'succeeded',
          error: null,
          failureCount: 0,
          failures: [],
          startedAt: expect.stringMatching(/Z$/),
          endedAt: expect.stringMatching(/Z$/),
        };
        const vacuum = { name: 'vacuum-database', everyMs: 15_000, ...succeeded };
        const isSqlite = listed.some(({ name }) => name === vacuum.name);
        const sweep = { name: 'sweep-blobs', everyMs: 3_600_000, ...succeeded };
        const positions = {
          'queue-webhooks': expect.any(Number),
          'delete-removed-blobs': expect.any(Number),
          'delete-orphaned-archives': expect.any(Number),
          'release-purged-features': expect.any(Number),
          'follow-photos': expect.any(Number),
        };
        expect(listed).toEqual([
          { ...sweep, result: expect.objectContaining({ outcome: 'completed', missing: 0 }) },
          { name: 'prune-events', everyMs: 60_000, ...succeeded, result: { positions } },
          {
            name: 'evict-derivatives',
            everyMs: 3_600_000,
            ...succeeded,
            leaderOnly: false,
            result: { kept: 0, keptBytes: 0, evicted: 0 },
          },
          {
            name: 'refine-derivatives',
            everyMs: 15_000,
            ...succeeded,
            leaderOnly: false,
            result: { refined: 0 },
          },
          {
            name: 'user-jobs',
            everyMs: 5_000,
            ...succeeded,
            leaderOnly: false,
            result: { carriedOut: 0 },
          },
          { name: 'describe-images', everyMs: 60_000, ...succeeded, result: { described: 0, failed: 0 } },
          { name: 'empty-trash', everyMs: 60_000, ...succeeded, result: { purged: 0 } },
          { name: 'purge-features', everyMs: 60_000, ...succeeded, result: {} },
          { name: 'index-features', everyMs: 60_000, ...succeeded, leaderOnly: false, result: { looked: 0 } },
          { name: 'copy-large-features', everyMs: 15_000, ...succeeded, result: { copied: 0, failed: 0 } },
          { name: 'restore-features', everyMs: 60_000, ...succeeded, result: { restored: 0 } },
          { name: 'place-photos', everyMs: 60_000, ...succeeded, result: { steps: 0 } },
          {
            name: 'build-hot-spaces',
            everyMs: 60_000,
            ...succeeded,
            leaderOnly: false,
            result: { built: 0 },
          },
          { name: 'deliver-webhooks', everyMs: 5_000, ...succeeded, result: { attempts: 0 } },
          { name: 'prune-webhooks', everyMs: 3_600_000, ...succeeded, result: { removed: 0 } },
          { name: 'prune-audit', everyMs: 3_600_000, ...succeeded, result: { removed: 0 } },
          ...(isSqlite ? [{ ...vacuum, result: { givenBackBytes: 0 } }] : []),
          ...Object.keys(positions).map((name) => ({
            name,
            everyMs: 5_000,
            ...succeeded,
            result: { position: expect.any(Number) },
          })),
        ]);
      });
    });

    describe('what is stored', () => {
      it('is told of all accounts', async () => {
        const before = await read<StorageUseRecord>('/api/storage');
        const { bytes } = fixtures.jpeg;
        await post('/api/upload', uploadForm({ bytes, path: 'storage' }));
        const { id } = await post<{ readonly id: string }>('/hub/spaces', { title: 'Storage' });
        await put(`/hub/spaces/${id}/features`, {
          type: 'FeatureCollection',
          features: [{ type: 'Feature', id: 'one', properties: {}, geometry: null }],
        });
        const { images, spaces, derivatives, hotSpaces } = await read<StorageUseRecord>('/api/storage');
        expect({ images, spaces }).toEqual({
          images: {
            count: before.images.count + 1,
            sizeInBytes: before.images.sizeInBytes + bytes.length,
          },
          spaces: { count: before.spaces.count + 1, featureCount: before.spaces.featureCount + 1 },
        });
        expect(derivatives).toEqual({ count: 0, sizeInBytes: 0, budgetInBytes: 1024 ** 3 });
        expect(hotSpaces).toMatchObject({ sizeInBytes: 0, spaces: [], building: [], failed: [] });
        expect(hotSpaces.budgetInBytes).toBeGreaterThan(0);
      });
    });

    describe('the state of the server', () => {
      it('is shown only to administrators', async () => {
        const { key } = await post<{ readonly key: string }>('/api/keys', {
          name: 'Site',
          scopes: ['images:read', 'keys:manage'],
        });
        for (const path of ['/api/jobs', '/api/storage', '/api/errors', '/api/metrics/recent']) {
          expect([path, (await server.fetch(path, { key })).status]).toEqual([path, 403]);
          expect([path, (await fetch(server.address + path)).status]).toEqual([path, 401]);
        }
      });
    });
  },
});

describe('errors', () => {
  it('of requests are listed with the number of the request, newest first, and without a stack', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cairn-errors-'));
    server = await ServerProcess.start({ env: { CAIRN_BLOB_URL: `file://${folder}` } });
    expect(await read('/api/errors')).toEqual([]);
    const { url } = await post<{ readonly url: string }>(
      '/api/upload',
      uploadForm({ bytes: fixtures.jpeg.bytes }),
    );
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true });
    const failed = [await fetch(`${url}?download=1`), await fetch(`${url}?download=2`)];
    const errorOf = (response: Response) => ({
      at: expect.stringMatching(/Z$/),
      message: 'request failed',
      cause: 'Nothing is stored under this key.',
      requestId: response.headers.get('x-request-id'),
      job: null,
    });
    expect(failed.map(({ status }) => status)).toEqual([500, 500]);
    const errors = await read<readonly { readonly job: string | null }[]>('/api/errors');
    // A job that looks for the files may fail meanwhile, too.
    expect(errors.filter(({ job }) => job === null)).toEqual(failed.map(errorOf).reverse());
    await server.dispose();
    await rm(folder, { recursive: true, force: true });
  });
});
