import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundledFilesOf } from '../workers.mjs';
import { bundles, updateBundle } from './bundles.mjs';
import { libraries, workspace } from './libraries.mjs';
import { npm } from './run.mjs';

function filesIn(folder) {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

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
  const outputs = sourcesOf(folder).flatMap((path) =>
    compiled.map((ending) => path.replace(/^src/, 'dist').replace(/\.ts$/, ending)),
  );
  return [...outputs, ...bundledFilesOf(folder)];
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

/**
 * Packs built libraries, by default all, into `folder`. Returns for each its name, the tarball's `path`, `size` and
 * `unpackedSize` in bytes, and its `files`.
 */
export async function pack(folder, chosen = libraries) {
  chosen.forEach(removeLeftovers);
  for (const { folder: library } of chosen) if (bundles.has(library)) await updateBundle(library);
  const workspaces = chosen.flatMap((library) => ['--workspace', library.folder]);
  const options = ['--json', '--ignore-scripts', '--pack-destination', folder];
  const packed = Object.values(
    JSON.parse(await npm(['pack', ...workspaces, ...options], { cwd: workspace })),
  );
  return packed.map(({ name, filename, size, unpackedSize, files }) => ({
    name,
    path: join(folder, filename.replace('@', '').replace('/', '-')),
    size,
    unpackedSize,
    files: files.map(({ path }) => path),
  }));
}
