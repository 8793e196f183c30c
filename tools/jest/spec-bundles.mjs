import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { replace } from '../replace.mjs';
import { decorated, isBundled, packageFolder, requireBanner } from '../server-bundle.mjs';
import { root } from '../step.mjs';

const checkout = fileURLToPath(root);
const outdir = join(checkout, 'node_modules/.cache/specs');

const isSpec = (path) => path.endsWith('.spec.ts');

/** The program that a spec becomes. */
export const bundleOf = (spec) => join(outdir, relative(checkout, spec).replace(/\.ts$/, '.js'));

const specsBelow = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => isSpec(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));

/** Sources find files by their own address, not by that of the bundle that they are in. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/](apps|libs|tools)[\\/].*\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (!text.includes('import.meta.url')) return undefined;
      const address = JSON.stringify(pathToFileURL(path).href);
      return { contents: text.replaceAll('import.meta.url', address), loader: 'ts' };
    });
  },
};

const bundled = join(outdir, 'bundle.js');
const RESOLVING = {};

/** A bundle finds packages from its own folder. One that a workspace has in another version is imported by its path. */
const packages = {
  name: 'packages',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ kind, path, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || isBundled(path) || pluginData === RESOLVING) return undefined;
      if (packageFolder(path, importer) === packageFolder(path, bundled)) return { path, external: true };
      const found = await resolve(path, { kind, importer, resolveDir, pluginData: RESOLVING });
      return { path: pathToFileURL(found.path).href, external: true, errors: found.errors };
    });
  },
};

/**
 * Bundles all specs with the sources that they use. Jest loads every module anew for every file of tests, which takes
 * some 2 ms for each of several hundred modules.
 */
export async function bundleSpecs() {
  const { outputFiles } = await build({
    absWorkingDir: checkout,
    entryPoints: ['libs', 'apps', 'tools'].flatMap((folder) => specsBelow(join(checkout, folder))),
    outdir,
    outbase: checkout,
    chunkNames: 'chunks/[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    keepNames: true,
    sourcemap: 'inline',
    sourcesContent: false,
    logLevel: 'warning',
    conditions: ['@cairn/source'],
    inject: [fileURLToPath(new URL('builtins.mjs', import.meta.url))],
    banner: { js: requireBanner },
    plugins: [packages, decorated, addresses],
    write: false,
  });
  // Others may be running the same specs.
  for (const { path, text } of outputFiles) replace(path, text);
}
