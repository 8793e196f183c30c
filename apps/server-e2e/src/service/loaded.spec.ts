import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ServerProcess } from '@cairn/harness';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const workspace = new URL('../../../../', import.meta.url).href;

let folder: string;
/** The packages that each thread loaded, from npm and from this workspace. */
let threads: readonly ReadonlySet<string>[];

/** The scripts that each thread of a server ran, taken from Node's coverage files, one per thread. */
async function loadedByServer(dataDir: string): Promise<typeof threads> {
  const coverage = join(folder, 'coverage');
  const server = await ServerProcess.start({ dataDir, env: { NODE_V8_COVERAGE: coverage } });
  await server.fetch('/readyz').finally(() => server.dispose());
  const files = await readdir(coverage);
  return await Promise.all(
    files.map(async (file) => {
      const { result } = JSON.parse(await readFile(join(coverage, file), 'utf8')) as {
        readonly result: readonly { readonly url: string }[];
      };
      return new Set(result.flatMap(({ url }) => packageOf(url) ?? []));
    }),
  );
}

function packageOf(url: string): string | undefined {
  const npm = url.split('/node_modules/').slice(1).at(-1);
  if (npm !== undefined) return /^(?:@[^/]+\/)?[^/]+/.exec(npm)?.[0];
  return url.startsWith(workspace) ? url.slice(workspace.length).split('/dist/')[0] : undefined;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-loaded-'));
  const dataDir = join(folder, 'data');
  const first = await ServerProcess.start({ dataDir });
  await first.dispose();
  threads = await loadedByServer(dataDir);
}, 30_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a restarted server on SQLite and a disk', () => {
  it.each(['typeorm', 'pg', 'minio', 'libs/adapters/minio', 'pino-pretty', 'libs/api-document'])(
    'does not load %s',
    (name) => {
      expect(threads.filter((loaded) => loaded.has(name))).toEqual([]);
    },
  );

  it('does not load NestJS with Express before a controller is needed', () => {
    expect(threads.filter((loaded) => loaded.has('express'))).toEqual([]);
  });

  it('loads one program, the driver and the cache of its statements in its SQLite threads', () => {
    const forSqlite = threads.filter((loaded) => !loaded.has('apps/server'));
    expect(forSqlite.length).toBeGreaterThan(1);
    for (const loaded of forSqlite)
      expect([...loaded].sort()).toEqual(['libs/adapters/typeorm', 'lru-cache', 'sqlite-driver']);
  });
});
