import { readFileSync } from 'node:fs';
import { dirname, join, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { builtFiles, bundle } from './bundle.mjs';
import { bundleServer, isBundled, requireBanner, typeormDrivers } from './server-bundle.mjs';
import { root } from './step.mjs';

/** The programs of worker threads, processes and pages, and their styles, by library or application: the source, and the file that it becomes. */
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
    library: 'libs/adapters/hot',
    source: 'src/building/build-worker.ts',
    program: 'dist/build-worker.js',
  },
  {
    library: 'libs/http',
    source: 'src/features/reading/shaping-worker.ts',
    program: 'dist/shaping-worker.js',
  },
  {
    library: 'libs/http',
    source: 'src/service/api-document-thread.ts',
    program: 'dist/api-document-thread.js',
  },
  {
    library: 'libs/adapters/sharp',
    source: 'src/rendering/render-program.ts',
    program: 'dist/render-program.js',
  },
  {
    library: 'libs/adapters/sharp',
    source: 'src/maps/map-program.ts',
    program: 'dist/map-program.js',
  },
  {
    library: 'libs/adapters/formats',
    source: 'src/process/format-program.ts',
    program: 'dist/format-program.js',
  },
  {
    library: 'libs/http',
    source: 'src/sharing/page/browser/main.ts',
    program: 'dist/shared-page.js',
    isForBrowsers: true,
  },
  {
    library: 'libs/http',
    source: 'src/sharing/page/browser/page.css',
    program: 'dist/page-style.css',
    isForBrowsers: true,
  },
  {
    library: 'libs/http',
    source: 'src/sharing/page/browser/map-page.css',
    program: 'dist/map-page-style.css',
    isForBrowsers: true,
  },
];

const folderOf = ({ library }) => fileURLToPath(new URL(`${library}/`, root));

const nameOf = ({ program }) => parse(program).name;

const prefixOf = (worker) => `${nameOf(worker)}-`;

/** The files that the programs of a library are made of, by their paths in it: what a program imports late is a part of its own. */
export function bundledFilesOf(folder) {
  const own = workers.filter(({ library }) => library === folder);
  const dist = fileURLToPath(new URL(`${folder}/dist`, root));
  return own.flatMap((worker) => builtFiles(dist, prefixOf(worker)).map((name) => `dist/${name}`));
}

/** The paths of the programs. */
export const programs = workers.map((worker) => join(folderOf(worker), worker.program));

/** Packages that another one uses if somebody installed them. */
const optionalFor = (name) =>
  Object.keys(
    JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, root), 'utf8')).peerDependencies ??
      {},
  );

/**
 * Bundles each program of a worker thread or process with the code of this workspace that it uses, and with TypeORM: a thread
 * loads it in a third of the time that several hundred files take. What else the library depends on is left to be imported.
 */
export async function bundleWorkers() {
  await Promise.all(
    workers.map(async (worker) => {
      const folder = folderOf(worker);
      const { dependencies, peerDependencies = {} } = JSON.parse(
        readFileSync(join(folder, 'package.json'), 'utf8'),
      );
      await bundle({
        entryPoints: [{ in: join(folder, worker.source), out: nameOf(worker) }],
        outdir: join(folder, dirname(worker.program)),
        prefix: prefixOf(worker),
        isForBrowsers: worker.isForBrowsers,
        external: [
          ...Object.keys({ ...dependencies, ...peerDependencies }).filter((name) => !isBundled(name)),
          ...optionalFor('typeorm'),
        ],
        banner: worker.isForBrowsers ? {} : { js: requireBanner },
        conditions: ['@cairn/source'],
        plugins: [typeormDrivers('better-sqlite3')], // its threads are those of SQLite
        mainFields: ['module', 'main'], // of a part that is no module, only its default export could be imported
      });
    }),
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await bundleWorkers();
  await bundleServer();
}
