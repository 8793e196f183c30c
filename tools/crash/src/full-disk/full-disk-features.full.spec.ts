import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerProcess, until } from '@cairn/harness';
import { SmallDisk } from '@cairn/services';
import { databaseOf } from '../data-dir.js';

const MEBIBYTE = 1024 * 1024;
const SOME = 2_000;
const TIMEOUT_MS = 120_000;

describe('features on a full disk', () => {
  let disk: SmallDisk;
  let server: ServerProcess;

  const restart = async (): Promise<void> => {
    await server.end('SIGTERM');
    const { dataDir, key } = server;
    server = await ServerProcess.start({ dataDir, key });
  };
  const send = async (method: string, path: string, body?: object): Promise<Response> =>
    await server.fetch(path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const countOf = async (space: string): Promise<number> => {
    const { count } = (await (await send('GET', `${space}/count`)).json()) as { readonly count: number };
    return count;
  };
  const readyStatus = async (): Promise<number> => (await server.fetch('/readyz', { key: null })).status;
  const fileBytes = async (): Promise<number> => (await stat(databaseOf(server.dataDir))).size;

  /** Writes features until the disk is full; gives how many were stored. */
  const fill = async (space: string): Promise<number> => {
    for (let stored = 0; ; stored += SOME) {
      const features = Array.from({ length: SOME }, (_, number) => ({
        type: 'Feature',
        id: `feature-${stored + number}`,
        properties: { text: 'x'.repeat(200) },
        geometry: { type: 'Point', coordinates: [number / 100, (stored / SOME) % 80] },
      }));
      const { status } = await send('PUT', `${space}/features`, { type: 'FeatureCollection', features });
      if (status === 507) return stored;
      expect(status).toBe(200);
    }
  };

  beforeAll(async () => {
    disk = SmallDisk.mount(48 * MEBIBYTE);
    server = await ServerProcess.start({ dataDir: join(disk.folder, 'data') });
  });

  afterAll(async () => {
    await server.dispose();
    disk.unmount();
  });

  it(
    'are served after a restart, and when they are deleted the disk has room and the server is ready',
    async () => {
      const { id } = (await (await send('POST', '/hub/spaces', { title: 'Full' })).json()) as {
        readonly id: string;
      };
      const space = `/hub/spaces/${id}`;
      const stored = await fill(space);
      expect(stored).toBeGreaterThan(10_000);
      await disk.fill();
      await restart();
      expect([await countOf(space), await readyStatus()]).toEqual([stored, 503]);
      for (let id = 0; id < SOME; id += 100) {
        await disk.fill(); // another program takes all that is released
        const ids = Array.from({ length: 100 }, (_, number) => `id=feature-${id + number}`);
        expect((await send('DELETE', `${space}/features?${ids.join('&')}`)).status).toBe(204);
      }
      expect(await countOf(space)).toBe(stored - SOME);
      const before = await fileBytes();
      expect((await send('DELETE', space)).status).toBe(204);
      expect((await send('DELETE', '/api/trash')).status).toBe(200);
      // Both jobs run by themselves within a minute, and do what is left with the next run.
      const isFree = async (): Promise<boolean> => {
        for (const job of ['purge-features', 'vacuum-database']) await send('POST', `/api/jobs/${job}/retry`);
        return (await readyStatus()) === 200 && (await fileBytes()) <= before / 5;
      };
      await until('the space is free', isFree, { patienceMs: 600_000, pollMs: 500 });
      const again = (await (await send('POST', '/hub/spaces', { title: 'Room' })).json()) as {
        readonly id: string;
      };
      expect(await fill(`/hub/spaces/${again.id}`)).toBeGreaterThan(stored * 0.8);
    },
    TIMEOUT_MS,
  );
});
