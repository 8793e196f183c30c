import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtFiles } from './bundle.mjs';
import { packagesOf, programFolders } from './lock-file.mjs';
import { isBundled } from './server-bundle.mjs';
import { root, step, StepFailed } from './step.mjs';
import { bundledFilesOf } from './workers.mjs';

const USAGE =
  'Usage: npm run assemble -- FOLDER\nPuts the built server and the packages that it runs on into an empty folder.';
const checkout = fileURLToPath(root);

/** Files of packages that nothing reads at run time. */
const UNUSED = new Set(['.map', '.md', '.markdown', '.ts', '.mts', '.cts', '.flow']);
/** Of better-sqlite3: the sources of SQLite. */
const SOURCES = ['sqlite-driver/build', 'sqlite-driver/deps', 'sqlite-driver/src'];
/** Native code that better-sqlite3 brings for all systems, by the name of the one it is for. */
const isForeign = (path) =>
  /\/prebuilds\/[^/]+\.node$/.test(path) && !isForThisSystem(basename(path, '.node'));

function isForThisSystem(name) {
  const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : '';
  return name === `${process.platform}${libc}-${process.arch}`;
}

/** The `cairn` command, wherever the folder is and through a link to it. */
const COMMAND = `#!/bin/sh
exec node "$(dirname "$(readlink -f "$0")")/../apps/server/dist/bundled-cairn.js" "$@"
`;

const copy = (path, folder) => cpSync(join(checkout, path), join(folder, path), { recursive: true });

/** A package of npm, without the packages inside it, which are copied by themselves. */
function copyPackage(path, folder) {
  const from = join(checkout, path);
  const isWanted = (file) => {
    const inner = relative(from, file);
    if (inner.split('/').includes('node_modules')) return false;
    return !UNUSED.has(extname(file)) && !SOURCES.some((name) => file.endsWith(name)) && !isForeign(file);
  };
  cpSync(from, join(folder, path), { recursive: true, filter: isWanted });
}

/** A library of this workspace: what programs import is in their bundles, so only its own programs and assets are left. */
function copyLibrary({ path, resolved }, folder) {
  const files = bundledFilesOf(resolved);
  const assets = [`${resolved}/assets`, `${resolved}/NOTICE`].filter((name) =>
    existsSync(join(checkout, name)),
  );
  if (files.length + assets.length === 0) return;
  for (const name of [`${resolved}/package.json`, ...files.map((file) => `${resolved}/${file}`), ...assets])
    copy(name, folder);
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  symlinkSync(relative(dirname(path), resolved), join(folder, path));
}

function copyPackages(folder) {
  for (const entry of packagesOf(programFolders)) {
    if (entry.link) copyLibrary(entry, folder);
    else if (!isBundled(entry.path.split('node_modules/').at(-1)) && existsSync(join(checkout, entry.path)))
      copyPackage(entry.path, folder); // what npm has not installed is for other systems
  }
}

function copyPrograms(folder) {
  const dist = 'apps/server/dist';
  const programs = builtFiles(join(checkout, dist), 'bundled-').map((name) => `${dist}/${name}`);
  const sites = ['apps/dashboard/dist/page', 'apps/docs/dist'];
  for (const path of ['LICENSE', 'apps/server/package.json', ...sites, ...programs]) copy(path, folder);
  const command = join(folder, 'bin/cairn');
  mkdirSync(dirname(command));
  writeFileSync(command, COMMAND);
  chmodSync(command, 0o755);
}

/**
 * Puts all that the server and the command need at run time into an empty folder, in the places that they have in the checkout:
 * for an image of a container, or a machine without a checkout. Both must be built.
 */
export async function assemble([name, ...others]) {
  if (name === undefined || others.length > 0) throw new StepFailed(USAGE);
  const folder = resolve(name);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new StepFailed(`${folder} is not empty.`);
  mkdirSync(folder, { recursive: true });
  await step(`Copying the server to ${folder}`, async () => {
    copyPackages(folder);
    copyPrograms(folder);
  });
}
