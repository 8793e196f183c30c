import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiler } from './build.mjs';
import { ALL_MUST_RUN, failureReason, readTests, sentence, slowest, summary } from './counts.mjs';
import { useMemory } from './memory.mjs';
import { root, runNode, StepFailed } from './step.mjs';

const isEverything = (process.env[ALL_MUST_RUN] ?? '') !== '';

const jest = 'node_modules/jest/bin/jest.js --config tools/jest/jest.config.mjs';
const prettier =
  'node_modules/prettier/bin/prettier.cjs --check --cache --log-level=warn libs apps tools docs *.md';
const svelteCheck =
  'node_modules/svelte-check/bin/svelte-check --workspace apps/dashboard --tsconfig ./tsconfig.json --fail-on-warnings';

const format = { name: 'Format', args: () => prettier.split(' ') };
const types = { name: 'Types', args: () => compiler('tools') };
const pageTypes = { name: 'Types of the dashboard', args: () => svelteCheck.split(' ') };
const lint = { name: 'Lint', args: () => 'node_modules/nx/dist/bin/nx.js run tools:lint'.split(' ') };
const page = { name: 'Page of the dashboard', args: () => ['apps/dashboard/build/main.js'] };
const bundles = { name: 'Bundles', args: () => ['tools/jest/bundle-all.mjs'] };

/** Runs the suites of all projects that are of these kinds, in one pool of workers. */
const suites = (name, ...options) => ({ name, args: () => [...jest.split(' '), ...options], isJest: true });
const without = (...kinds) => ['--testPathIgnorePatterns', `\\.(${kinds.join('|')})\\.spec\\.`];

/** Stages in groups, one group after another. The lanes of a group run at once, the stages of a lane one by one. */
const newcomers = [[[types, pageTypes], [suites('Tests', ...without('full', 'priority', 'alone'))]]];
/** Suites of one kind, one at a time. */
const oneByOne = (name, kind) => suites(name, '--testPathPatterns', `\\.${kind}\\.spec\\.`, '--runInBand');
const { PRIORITY_ABOVE_NORMAL, PRIORITY_BELOW_NORMAL } = constants.priority;
const everything = [
  [[types], [pageTypes, page, bundles]],
  // Suites with limits of seconds get the processors before others do, and leave them idle half the time. Linters get what is left.
  [
    [suites('Tests', ...without('priority', 'alone'))],
    [{ ...oneByOne('Tests that have priority', 'priority'), priority: PRIORITY_ABOVE_NORMAL }],
    [lint, format].map((stage) => ({ ...stage, priority: PRIORITY_BELOW_NORMAL })),
  ],
  [[oneByOne('Tests that run alone', 'alone')]],
];
const typesOnly = [[[types], [pageTypes]]];
/** Some suites run programs that the compiler makes, and some need the page. */
const isThere = (path) => existsSync(new URL(path, root));
const needsPage = (patterns) =>
  isEverything && (!isThere('apps/dashboard/dist/page') || patterns.some((one) => one.includes('dashboard')));
const some = (patterns) => [
  [isThere('tools/crash/dist') ? [] : [types], needsPage(patterns) ? [page] : []],
  [[suites('Tests', ...patterns)]],
];

/**
 * Compilers, ESLint and Jest make much garbage that is soon dead. In a larger young generation less of it is copied,
 * which takes a tenth off their CPU time. Servers under test get no environment of this process, and stay as they are.
 */
const nodeOptions = [process.env.NODE_OPTIONS, '--max-semi-space-size=64'].filter(Boolean).join(' ');
/** Hundreds of processes load the same programs. */
const compileCache = fileURLToPath(new URL('node_modules/.cache/compiled', root));
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};

const secondsSince = (start) => ((performance.now() - start) / 1000).toFixed(1);

/** Runs a stage. Jest shows what it does as it does it, others what they printed at the end. */
async function run(stage, reports) {
  const start = performance.now();
  console.log(`… ${stage.name}`);
  const report = join(reports, `${stage.name}.json`);
  const env = {
    NX_DAEMON: 'false',
    NODE_OPTIONS: nodeOptions,
    NODE_COMPILE_CACHE: compileCache,
    ...colours,
    ...(stage.isJest && { CAIRN_TEST_REPORT: report }),
  };
  const { priority, isJest: shown } = stage;
  const { code, output } = await runNode(stage.args(), { env, shown, priority });
  const passed = code === 0;
  if (!passed && output !== '') console.log(output.trim());
  console.log(`${passed ? '✓' : '✗'} ${stage.name} (${secondsSince(start)} s)`);
  return { stage, passed, suites: stage.isJest ? readTests(report) : [] };
}

/** Runs everything, whatever fails on the way. */
async function runAll(groups, reports) {
  const results = [];
  for (const lanes of groups)
    await Promise.all(
      lanes.map(async (lane) => {
        for (const stage of lane) results.push(await run(stage, reports));
      }),
    );
  return results;
}

/** `--types` are the types alone; patterns name suites. */
function groupsFor([first, ...others]) {
  if (first === '--types') return typesOnly;
  if (first !== undefined) return some([first, ...others]);
  return isEverything ? everything : newcomers;
}

/** True when all of it passed. */
async function test(patterns) {
  const start = performance.now();
  useMemory();
  const reports = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }));
  const groups = groupsFor(patterns);
  const results = await runAll(groups, reports);
  const ran = results.flatMap(({ suites }) => suites);
  const failed = results.filter(({ passed }) => !passed).map(({ stage }) => stage.name);
  console.log(`\n${summary(ran)}\n\n${slowest(ran)}\n`);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  const reason = failureReason(ran, { mayBeSkipped: !isEverything });
  if (reason !== undefined) console.log(reason);
  console.log(`Took ${secondsSince(start)} s.`);
  console.log(sentence(ran));
  return failed.length === 0 && reason === undefined;
}

process.chdir(fileURLToPath(root));
try {
  process.exitCode = (await test(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
