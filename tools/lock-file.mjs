import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { root } from './step.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8')).packages;

/** The workspaces that are built and run as the server, which serves the page and the documentation, and the command beside it. */
export const serverFolders = ['apps/server', 'apps/dashboard', 'apps/docs', 'apps/cli'];

/** Those of them that run: the page is only built. */
export const programFolders = serverFolders.filter((folder) => folder !== 'apps/dashboard');

/** Where the package is that a package finds under a name, as Node looks for it; nothing where it is not installed. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder === '.' ? '' : folder, 'node_modules', name);
    if (packages[path] !== undefined) return path;
    if (folder === '.' || folder === '') return undefined;
  }
}

/** The paths of all packages that the workspace folders need at run time, found from the lock file alone. */
function neededBy(packages, folders) {
  const needed = new Set();
  const visit = (path) => {
    const { link, resolved, dependencies, optionalDependencies } = packages[path];
    if (link) return visit(resolved);
    const { peerDependencies = {}, peerDependenciesMeta = {} } = packages[path];
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = resolve(packages, path, name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      visit(found);
    }
  };
  folders.forEach(visit);
  return needed;
}

/** The entries of the lock file that these workspace folders need at run time, with their paths; optional ones too. */
export function packagesOf(folders) {
  const packages = read('package-lock.json');
  return [...neededBy(packages, folders)].map((path) => ({ path, ...packages[path] }));
}

/**
 * What the lock file says is to be in `node_modules`, by path: everything, or only what building and running the server
 * needs, which are the dependencies of the root and of `serverFolders`.
 */
export function wantedPackages(what) {
  const wanted =
    what === 'everything'
      ? Object.entries(read('package-lock.json'))
          .filter(([path]) => path !== '')
          .map(([path, entry]) => ({ path, ...entry }))
      : packagesOf(['', ...serverFolders]);
  return wanted.filter(({ optional }) => !optional);
}

/** Whether an installation, also one made by hand, has these packages; npm keeps a lock file of what is there. */
export function areInstalled(wanted) {
  if (!existsSync(new URL('node_modules/.package-lock.json', root))) return false;
  const installed = read('node_modules/.package-lock.json');
  return wanted.every(
    ({ path, version, link }) => installed[path]?.version === version && installed[path]?.link === link,
  );
}

/** Gives a function that tells how many of these packages are in `node_modules` by now. */
export function countingInstalled(wanted) {
  const missing = new Set(wanted.map(({ path }) => path));
  const all = missing.size;
  return () => {
    for (const path of missing) if (existsSync(new URL(`${path}/package.json`, root))) missing.delete(path);
    return `${all - missing.size} of ${all} packages`;
  };
}
