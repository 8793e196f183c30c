import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { namesWhereNeeded } from './bundle-names.mjs';
import { replace } from './replace.mjs';
import { bundleServer } from './server-bundle.mjs';
import { root } from './step.mjs';

/** The programs of worker threads and processes, by library or application: the source, and the one file that it becomes. */
export const workers = [
  {
    library: 'libs/adapters/typeorm',
    source: 'src/sqlite/threads/worker.ts',
    program: 'dist/sqlite-worker.js',
  },
  {
    library: 'libs/adapters/system',
    source: 'src/features/reader-worker.ts',
    program: 'dist/feature-reader-worker.js',
  },
  {
    library: 'libs/adapters/system',
    source: 'src/tiles/drawer-worker.ts',
    program: 'dist/tile-drawer-worker.js',
  },
  {
    library: 'apps/server',
    source: 'src/features/reading/shaping-worker.ts',
    program: 'dist/shaping-worker.js',
  },
  {
    library: 'apps/server',
    source: 'src/service/api-document-thread.ts',
    program: 'dist/api-document-thread.js',
  },
  {
    library: 'libs/adapters/sharp',
    source: 'src/rendering/render-program.ts',
    program: 'dist/render-program.js',
  },
];

const folderOf = ({ library }) => fileURLToPath(new URL(`${library}/`, root));

/** The paths of the programs. */
export const programs = workers.map((worker) => join(folderOf(worker), worker.program));

/**
 * Bundles each program of a worker thread or process with the code of this workspace that it uses: a thread loads one file in a
 * third of the time that several hundred take. What the library depends on is left to be imported.
 */
export async function bundleWorkers() {
  const { build } = await import('esbuild');
  await Promise.all(
    workers.map(async (worker) => {
      const folder = folderOf(worker);
      const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const { outputFiles } = await build({
        entryPoints: [join(folder, worker.source)],
        external: Object.keys(dependencies).filter((name) => !name.startsWith('@cairn/')),
        ...{ bundle: true, write: false, format: 'esm', platform: 'node', target: 'node20' },
        keepNames: true, // errors cross threads by the names of their classes
        conditions: ['@cairn/source'],
        logLevel: 'warning',
      });
      for (const { text } of outputFiles) replace(join(folder, worker.program), namesWhereNeeded(text));
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await bundleWorkers();
  await bundleServer();
}
