import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImagePage } from '@cairn/api-schema';
import { NodeProcess } from '@cairn/harness';
import { expect, it } from '@jest/globals';
import { cairn, program } from './support/cairn-command.js';
import { photo, writeAll } from './support/photos.js';
import { start } from './support/started-servers.js';

const FILES = 1_000;

/** Four imports of up to 1,000 files, each of which is decoded and synced: a minute or two. */
it('an import of 1,000 files that is killed twice has all of them once in the end', async () => {
  const [folder, dataDir] = [
    await mkdtemp(join(tmpdir(), 'cairn-photos-')),
    await mkdtemp(join(tmpdir(), 'cairn-data-')),
  ];
  try {
    const named = (index: number): [string, Uint8Array] => [`${index % 7}/p${index}.gif`, photo(index)];
    await writeAll(folder, Object.fromEntries(Array.from({ length: FILES }, (_, index) => named(index))));
    const { key } = await start({ dataDir }).then(async (server) => {
      await server.end('SIGTERM');
      return server;
    });
    for (const after of [200, 300]) {
      const importing = NodeProcess.start({
        args: [program, 'import', folder, '--json'],
        env: { CAIRN_DATA_DIR: dataDir },
      });
      await importing.waitFor(new RegExp(`(?:.*"outcome":"added".*\\n){${after}}()`), 120_000);
      expect(await importing.end('SIGKILL')).toBeNull();
    }
    const last = await cairn(['import', folder, '--json'], { CAIRN_DATA_DIR: dataDir });
    const {
      added = 0,
      there = 0,
      refused,
    } = last.records<{ summary?: Record<string, number> }>().at(-1)?.summary ?? {};
    expect({ total: added + there, refused, code: last.code, isResumed: there >= 500 }).toEqual({
      total: FILES,
      refused: 0,
      code: 0,
      isResumed: true,
    });
    const again = await cairn(['import', folder, '--json'], { CAIRN_DATA_DIR: dataDir });
    expect(again.records<{ summary?: object }>().at(-1)?.summary).toMatchObject({ added: 0, there: FILES });
    const server = await start({ dataDir, key });
    const page = await server.json<ImagePage>('GET', '/api/images?limit=1000&include=file');
    const names = page.images.map(({ path, file }) => `${path}/${file?.name}`);
    expect(new Set(names)).toEqual(new Set(Array.from({ length: FILES }, (_, index) => named(index)[0])));
    expect([names.length, page.nextCursor]).toEqual([FILES, undefined]);
    expect(await server.json('GET', '/api/quota')).toMatchObject({ imageCount: FILES });
  } finally {
    for (const path of [folder, dataDir]) await rm(path, { recursive: true, force: true });
  }
}, 600_000);
