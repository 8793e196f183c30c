import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesIn, fingerprint } from './files.mjs';
import { bundleServer, serverPrograms } from './server-bundle.mjs';
import { root, runNode, step, StepFailed } from './step.mjs';
import { bundleWorkers, programs } from './workers.mjs';

const server = fileURLToPath(new URL('apps/server', root));
const stamp = join(server, 'dist/.cairn-build');
/** References the server. */
const command = fileURLToPath(new URL('apps/cli', root));
const dashboard = fileURLToPath(new URL('apps/dashboard', root));
const page = {
  document: join(dashboard, 'dist/page/index.html'),
  stamp: join(dashboard, 'dist/.cairn-build'),
};

/**
 * The project in a folder and all projects it references, dependents first. Test projects are left out: they emit
 * nothing that runs.
 */
function projectsOf(project, seen = new Set()) {
  if (seen.has(project) || project.endsWith('.json')) return seen;
  seen.add(project);
  const { references = [] } = JSON.parse(readFileSync(join(project, 'tsconfig.json'), 'utf8'));
  for (const { path } of references) projectsOf(resolve(project, path), seen);
  return seen;
}

/** What the page is made of besides the sources of its projects. */
const pageParts = () => [
  ...['index.html', 'vite.config.js'].map((name) => join(dashboard, name)),
  ...['build', 'public'].flatMap((name) => filesIn(join(dashboard, name))),
];

/** A project may be a part of another one, which has the package. */
const sources = (project) => [
  ...['tsconfig.json', 'package.json'].map((name) => join(project, name)).filter((path) => existsSync(path)),
  ...filesIn(join(project, 'src')).filter((path) => !path.includes('.spec.')),
];

const shared = ['tsconfig.base.json', 'package-lock.json'].map((name) => fileURLToPath(new URL(name, root)));

/** What the style of the pages of links is made of besides the sources of its library. */
const tokens = join(dashboard, 'src/styles/tokens.css');

/** Changes with what a project is built of. */
const versionOf = (project, others = []) =>
  fingerprint([...shared, ...others, ...[...projectsOf(project)].flatMap(sources)]);

/** Whether all outputs of a project exist. */
function isWhole(project) {
  return sources(project)
    .filter((path) => /(?<!\.d)\.ts$/.test(path))
    .map((path) => join(project, 'dist', relative(join(project, 'src'), path).replace(/ts$/, 'js')))
    .every((path) => existsSync(path));
}

/**
 * The command line of the compiler for projects. It trusts its build info, and would not emit again what is missing: a project
 * without all its outputs loses it first.
 */
export function compiler(...projects) {
  const all = new Set(projects.flatMap((project) => [...projectsOf(fileURLToPath(new URL(project, root)))]));
  for (const project of all)
    if (!isWhole(project)) rmSync(join(project, 'tsconfig.tsbuildinfo'), { force: true });
  return ['node_modules/typescript-7/bin/tsc', '-b', ...projects];
}

const bundlePrograms = async () => void (await Promise.all([bundleWorkers(), bundleServer()]));

async function bundlePage() {
  const { code, output } = await runNode(['apps/dashboard/build/main.js']);
  if (code !== 0) throw new StepFailed(`${output}\nThe dashboard cannot be built.`);
}

const isStamped = (path, version) => existsSync(path) && readFileSync(path, 'utf8') === version;

/** Builds the web page if it is out of date. */
export async function buildPage() {
  const now = versionOf(dashboard, pageParts());
  if (existsSync(page.document) && isStamped(page.stamp, now)) return;
  await step('Building the dashboard', bundlePage);
  writeFileSync(page.stamp, now);
}

/** Makes the programs of the server of their sources, if they are out of date. Types are checked by the tests. */
export async function build() {
  const now = versionOf(command, [tokens]);
  if (![...programs, ...serverPrograms].every(existsSync) || !isStamped(stamp, now)) {
    await step('Building the server', bundlePrograms);
    writeFileSync(stamp, now);
  }
}
