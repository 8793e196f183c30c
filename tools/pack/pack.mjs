import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
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

const isMap = (path) => path.endsWith('.map');

/** The files that a library's package has besides its manifest and what says what it is: what its sources become, tests apart, and its assets. */
export function contentsOf({ folder }) {
  const outputs = (bundles.get(folder) ?? outputsOf(folder)).filter((path) => !isMap(path));
  return [...outputs, ...assetsOf(folder)];
}

/** Files that are packed as they are, with the notice of whose they are. */
function assetsOf(folder) {
  const own = join(workspace, folder);
  const assets = filesIn(join(own, 'assets')).map((path) => relative(own, path).replaceAll('\\', '/'));
  return assets.length === 0 ? [] : [...assets, 'NOTICE'];
}

function outputsOf(folder) {
  const sources = sourcesOf(folder);
  const compiledSources = sources.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'));
  const tables = sources.filter((path) => path.endsWith('.json') && !path.endsWith('/tsconfig.json'));
  const outputs = compiledSources.flatMap((path) =>
    compiled.map((ending) => path.replace(/^src/, 'dist').replace(/\.ts$/, ending)),
  );
  const copied = tables.map((path) => path.replace(/^src/, 'dist'));
  return [...outputs, ...copied, ...bundledFilesOf(folder)];
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

/** A manifest without what is only of use in this workspace. */
function publishedManifest(manifest) {
  const published = structuredClone(manifest);
  delete published.devDependencies;
  for (const target of Object.values(published.exports)) delete target['@cairn/source'];
  return `${JSON.stringify(published, null, 2)}\n`;
}

/** Copies what a library's package has into `folder`, without links to source maps, which it has not. */
function stage(library, folder) {
  const from = (path) => join(workspace, library.folder, path);
  for (const path of contentsOf(library)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    if (!path.startsWith('dist/')) {
      cpSync(from(path), join(folder, path));
      continue;
    }
    const text = readFileSync(from(path), 'utf8');
    writeFileSync(join(folder, path), text.replace(/^\/\/# sourceMappingURL=\S+\s*$(?![^])/m, ''));
  }
  for (const name of ['README.md', 'LICENSE']) cpSync(from(name), join(folder, name));
  writeFileSync(join(folder, 'package.json'), publishedManifest(library.manifest));
}

/** Packs all built libraries into `folder`, with a list of them. */
async function packInto(folder) {
  const staged = join(folder, 'staged');
  const folders = libraries.map((library) => join(staged, basename(library.name)));
  libraries.forEach((library, index) => stage(library, folders[index]));
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const list = await npm(['pack', ...folders, ...options], { cwd: folder });
  rmSync(staged, { recursive: true });
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

/** Puts packages into an empty folder, with their checksums as `sha256sum --check` reads them. */
export function keepIn(folder, packed) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const lines = packed.map(({ path }) => {
    cpSync(path, join(folder, basename(path)));
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex');
    return `${sum}  ${basename(path)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}
