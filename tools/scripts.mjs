import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assemble } from './assemble.mjs';
import { build, buildPage, compiler } from './build.mjs';
import { endBundler } from './bundle.mjs';
import { buildDocs } from './docs-site.mjs';
import { installPackages } from './install.mjs';
import { root, runNode, step, StepFailed } from './step.mjs';

const checkout = fileURLToPath(root);
const inCheckout = (path) => pathToFileURL(join(checkout, path)).href;

/** Compiled code is kept here: a start takes a fifth less of it. */
const compiled = join(checkout, 'node_modules/.cache/compiled');

/** The server or the command, in this process. */
const program = (name, ...first) => ({
  packages: 'server',
  prepare: async () => {
    await Promise.all([build(), name === 'main' ? buildPage() : undefined]);
    await endBundler();
  },
  run: async (args) => {
    const { enableCompileCache } = await import('node:module');
    const { programOf } = await import('./server-bundle.mjs');
    const { deduplicateSignals } = await import('./signals.mjs');
    enableCompileCache(compiled);
    deduplicateSignals();
    process.argv.splice(2, Infinity, ...first, ...args);
    await import(pathToFileURL(programOf(name)).href);
    if (name !== 'main') return;
    const { buildDocsBeside } = await import('./docs-site.mjs');
    buildDocsBeside(); // takes longer than all else, and is not needed to listen
  },
});

async function compile(projects) {
  const { code, output } = await runNode(compiler(...projects));
  if (code !== 0) throw new StepFailed(output);
}

/** A tool that the compiler makes of sources, and the built server that it starts. */
const tool = (projects, path, { first = [], needsPage = false } = {}) => ({
  packages: 'everything',
  prepare: async () => {
    await step('Compiling', () => compile(['apps/server', ...projects]));
    await build();
    if (needsPage) await buildPage();
  },
  run: async (args) => {
    process.argv.splice(1, Infinity, join(checkout, path), ...first, ...args);
    await import(inCheckout(path));
  },
});

/** A program as it is. */
const plain = (path, first = []) => ({
  packages: 'everything',
  prepare: async () => undefined,
  run: async (args) => {
    process.argv.splice(1, Infinity, join(checkout, path), ...first, ...args);
    await import(inCheckout(path));
  },
});

const crash = (...first) => tool(['tools/crash'], 'tools/crash/dist/main.js', { first });

/** By their names in package.json. */
const scripts = {
  start: program('main'),
  cairn: program('cairn'),
  'new-key': program('cairn', 'keys', 'generate'),
  'adopt-store': program('cairn', 'adopt-store'),
  assemble: {
    packages: 'server',
    prepare: () => Promise.all([build(), buildPage(), buildDocs()]),
    run: assemble,
  },
  dev: plain('tools/dev.mjs'),
  test: plain('tools/test.mjs'),
  types: plain('tools/test.mjs', ['--types']),
  model: plain('tools/test.mjs', ['feature-store', '-t', 'naive model|brute force']),
  bench: tool(['tools/bench'], 'tools/bench/dist/main.js', { needsPage: true }),
  crash: crash(),
  'photos:crash': crash('--photos', '50'),
  'full-disk': crash('--full-disk'),
  'large-files': tool(['tools/hub'], 'tools/hub/dist/files/main.js'),
  soak: tool(['tools/hub'], 'tools/hub/dist/soak/main.js'),
  'soak-hot': tool(['tools/hub'], 'tools/hub/dist/soak/hot-main.js'),
  'dashboard:pictures': tool(['tools/hub'], 'tools/hub/dist/pictures/main.js', { needsPage: true }),
  'image:pictures': tool(['tools/hub'], 'tools/hub/dist/pictures/delivery.js'),
  ground: plain('tools/ground/main.mjs'),
  pack: plain('tools/pack/main.mjs'),
  'record-api': plain('tools/pack/record-api.mjs'),
  release: plain('tools/pack/release.mjs'),
  'new-version': plain('tools/pack/new-version.mjs'),
};

/** Installs and builds what a script lacks or what is out of date, then runs it in this process. */
export async function runScript(name, args) {
  const script = scripts[name];
  if (script === undefined) {
    console.error(`There is no script "${name ?? ''}". There are: ${Object.keys(scripts).join(', ')}.`);
    process.exit(2);
  }
  try {
    await installPackages(script.packages);
    await script.prepare();
    await script.run(args);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
