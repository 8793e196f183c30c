import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { compiler } from '../build.mjs';
import { filesIn, fingerprint } from '../files.mjs';
import { bundledFilesOf, bundleWorkers } from '../workers.mjs';
import { bundles, updateBundle } from './bundles.mjs';
import { inDependencyOrder, libraries, readJson, workspace } from './libraries.mjs';
import { npm, succeed } from './run.mjs';

const cache = join(workspace, 'node_modules/.cache/packages');
const LIST = 'packed.json';
const DAY_MS = 86_400_000;

const compiled = ['.js', '.js.map', '.d.ts', '.d.ts.map'];

const sourcesOf = (folder) =>
  filesIn(join(workspace, folder, 'src'))
    .map((path) => relative(join(workspace, folder), path).replaceAll('\\', '/'))
    .filter((path) => !path.includes('.spec.'));

/** The files of a library's package, by path: its sources without tests, and what becomes of them. */
export function contentsOf({ folder }) {
  return [...sourcesOf(folder), ...(bundles.get(folder) ?? outputsOf(folder))];
}

function outputsOf(folder) {
  const compiledSources = sourcesOf(folder).filter((path) => path.endsWith('.ts'));
  const outputs = compiledSources.flatMap((path) =>
    compiled.map((ending) => path.replace(/^src/, 'dist').replace(/\.ts$/, ending)),
  );
  return [...outputs, ...bundledFilesOf(folder)];
}

/** Compiles every library, and makes what is packed of it. */
export async function buildLibraries() {
  for (const { folder } of inDependencyOrder()) await succeed(compiler(folder), { cwd: workspace });
  await bundleWorkers();
  await finishOutputs();
}

/** Deletes outputs of deleted sources: the compiler leaves them behind. */
function removeLeftovers(library) {
  const kept = [...outputsOf(library.folder), ...(bundles.get(library.folder) ?? [])];
  const wanted = new Set(kept.map((path) => join(workspace, library.folder, path)));
  const outputs = filesIn(join(workspace, library.folder, 'dist'));
  for (const path of outputs.filter((path) => compiled.some((ending) => path.endsWith(ending)))) {
    if (!wanted.has(path) && !path.includes('.spec.')) rmSync(path, { force: true });
  }
}

/** Brings the outputs to what is packed, before their fingerprint is taken. */
async function finishOutputs() {
  libraries.forEach(removeLeftovers);
  for (const library of bundles.keys()) await updateBundle(library);
}

/** Packs all built libraries into `folder`, with a list of them. */
async function packInto(folder) {
  const workspaces = libraries.flatMap((library) => ['--workspace', library.folder]);
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const list = await npm(['pack', ...workspaces, ...options], { cwd: workspace });
  writeFileSync(join(folder, LIST), list);
}

/** Tells of each package its name, the tarball's `path`, `size` and `unpackedSize` in bytes, and its `files`. */
function packedIn(folder) {
  const packed = Object.values(readJson(join(folder, LIST)));
  return packed.map(({ name, filename, size, unpackedSize, files }) => ({
    name,
    path: join(folder, filename.replace('@', '').replace('/', '-')),
    size,
    unpackedSize,
    files: files.map(({ path }) => path),
  }));
}

/** Removes packages of former sources, when nobody can be reading them any more. */
function removeOld() {
  for (const path of readdirSync(cache).map((name) => join(cache, name)))
    if (statSync(path).mtimeMs < Date.now() - DAY_MS) rmSync(path, { recursive: true, force: true });
}

/**
 * The packages of all built libraries, as `packedIn` tells. They are made once for all who ask, until a file changes:
 * apart, and then put in place in one step, as others may be making the same.
 */
export async function packages() {
  await finishOutputs();
  const folder = join(
    cache,
    fingerprint(libraries.flatMap(({ folder }) => filesIn(join(workspace, folder)))),
  );
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true });
    removeOld();
    const made = mkdtempSync(join(cache, 'new-'));
    await packInto(made);
    try {
      renameSync(made, folder);
    } catch (error) {
      if (!existsSync(folder)) throw error;
      rmSync(made, { recursive: true });
    }
  }
  return packedIn(folder);
}
