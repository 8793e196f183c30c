import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { replace } from '../replace.mjs';
import {
  areUpToDate,
  decorated,
  isBundled,
  packageFolder,
  requireBanner,
  stampWith,
  typeormDrivers,
} from '../server-bundle.mjs';
import { root } from '../step.mjs';

const checkout = fileURLToPath(root);
const outdir = join(checkout, 'node_modules/.cache/specs');
const stamp = join(outdir, '.specs');
/** What bundles depend on besides sources. */
const MADE_BY = ['package-lock.json', 'tools/jest/spec-bundles.mjs', 'tools/server-bundle.mjs'];

const isSpec = (path) => /\.spec\.(ts|mjs)$/.test(path);

/** The program that a spec becomes. */
export const bundleOf = (spec) => join(outdir, relative(checkout, spec).replace(/\.(ts|mjs)$/, '.mjs'));

const specsBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => isSpec(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));

const RESOLVING = {};

/** Sources find files by their own address, not by that of the bundle that they are in. */
async function contentsOf(path) {
  const text = await readFile(path, 'utf8');
  const address = JSON.stringify(pathToFileURL(path).href);
  return {
    contents: text.replaceAll('import.meta.url', address),
    loader: path.endsWith('.ts') ? 'ts' : 'js',
  };
}

const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](apps|libs|tools)[\\/].*\.(ts|mjs)$/ }, ({ path }) => contentsOf(path));
  },
};

const isOfTests = (path) => /\.spec\.(kit\.)?\w+$|[\\/]apps[\\/][\w-]+-e2e[\\/]src[\\/]/.test(path);

/**
 * What suites import of each other's helpers has hooks and state, so that each suite gets an instance of its own. Sources are
 * loaded once for all of them.
 */
const helpers = {
  name: 'helpers',
  setup({ onLoad, onResolve, resolve }) {
    onLoad({ filter: /\.(ts|mjs)$/ }, async ({ path, pluginData }) => {
      if (!isOfTests(path)) return undefined;
      return { ...(await contentsOf(path)), pluginData: { suite: pluginData?.suite ?? path } };
    });
    onResolve({ filter: /^\./ }, async ({ path, pluginData, ...place }) => {
      if (pluginData?.suite === undefined) return undefined;
      const found = await resolve(path, { ...place, pluginData: RESOLVING });
      if (!isOfTests(found.path)) return found;
      return { path: found.path, suffix: `?${pluginData.suite}`, pluginData };
    });
  },
};

const bundled = join(outdir, 'bundle.js');
const globals = new URL('globals.mjs', import.meta.url).href;

/** A bundle finds packages from its own folder. One that a workspace has in another version is imported by its path. */
const packages = {
  name: 'packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || isBundled(path) || pluginData === RESOLVING) return undefined;
      if (path === '@jest/globals') return { path: globals, external: true };
      if (packageFolder(path, importer) === packageFolder(path, bundled)) return { path, external: true };
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: RESOLVING });
      return { path: pathToFileURL(found.path).href, external: true, errors: found.errors };
    });
  },
};

/**
 * Bundles all specs with the sources that they use. Jest loads every module anew for every file of tests, which takes
 * some 2 ms for each of several hundred modules. Does nothing if the bundles are up to date.
 */
export async function bundleSpecs() {
  const specs = ['libs', 'apps', 'tools'].flatMap((folder) => specsBelow(join(checkout, folder)));
  if (areUpToDate(specs.map(bundleOf), stamp)) return;
  const { outputFiles, metafile } = await build({
    absWorkingDir: checkout,
    entryPoints: specs,
    outdir,
    outbase: checkout,
    chunkNames: 'chunks/[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    keepNames: true,
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
    conditions: ['@cairn/source'],
    banner: { js: requireBanner },
    plugins: [packages, typeormDrivers('better-sqlite3', 'postgres'), helpers, decorated, addresses],
    write: false,
    metafile: true,
  });
  // Others may be running the same specs.
  for (const { path, text } of outputFiles) replace(path, text);
  const sources = Object.keys(metafile.inputs).map((path) => path.replace(/\?.*/, ''));
  stampWith(stamp, [...new Set([...MADE_BY, ...sources])]);
}
