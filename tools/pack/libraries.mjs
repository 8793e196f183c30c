import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../step.mjs';

/** Path of the checkout. */
export const workspace = fileURLToPath(root);

export const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

function foldersIn(parent) {
  const entries = readdirSync(join(workspace, parent), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${parent}/${name}`);
}

/** Every public library by package name, with its folder relative to the checkout and its manifest. */
export const libraries = ['libs', 'libs/adapters']
  .flatMap(foldersIn)
  .filter((folder) => existsSync(join(workspace, folder, 'package.json')))
  .map((folder) => ({ folder, manifest: readJson(join(workspace, folder, 'package.json')) }))
  .filter(({ manifest }) => manifest.private !== true)
  .map((library) => ({ name: library.manifest.name, ...library }));

/** Every library, each after those that it depends on. */
export function inDependencyOrder() {
  const ordered = new Set();
  const add = (library) => {
    const { dependencies, peerDependencies } = library.manifest;
    const needed = { ...dependencies, ...peerDependencies };
    libraries.filter(({ name }) => name in needed).forEach(add);
    ordered.add(library);
  };
  libraries.forEach(add);
  return [...ordered];
}

/** These libraries and their dependencies; not what they can do without. */
export function closureOf(names) {
  const all = new Set();
  const add = (name) => {
    const library = libraries.find((candidate) => candidate.name === name);
    if (library === undefined || all.has(library)) return;
    all.add(library);
    Object.keys(library.manifest.dependencies ?? {}).forEach(add);
  };
  names.forEach(add);
  return [...all];
}
