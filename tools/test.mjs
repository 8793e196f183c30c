import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiler } from './build.mjs';
import { ALL_MUST_RUN, readTests, failureReason, sentence, summary } from './counts.mjs';
import { buildSqlite, installPackages } from './install.mjs';
import { useMemory } from './memory.mjs';
import { root, runNode, StepFailed } from './step.mjs';

const results = new URL('test-results/', root);
const prettier =
  'node_modules/prettier/bin/prettier.cjs --check --cache --log-level=warn libs apps tools docs *.md';
const nx = (target, parallel) =>
  `node_modules/nx/dist/bin/nx.js run-many -t ${target} --parallel=${parallel}`.split(' ');

const svelteCheck =
  'node_modules/svelte-check/bin/svelte-check --workspace apps/dashboard --tsconfig ./tsconfig.json --fail-on-warnings';
const [format, types, pageTypes, lint, canary, unit, endToEnd, timed] = [
  { name: 'Format', args: () => prettier.split(' ') },
  { name: 'Types', args: () => compiler('tools') },
  { name: 'Types of the dashboard', args: () => svelteCheck.split(' ') },
  { name: 'Lint', args: () => 'node_modules/nx/dist/bin/nx.js run tools:lint'.split(' ') },
  { name: 'Canary', args: () => nx('canary', 1) },
  { name: 'Unit and contract tests', args: () => nx('test', 2) },
  { name: 'End-to-end tests', args: () => nx('e2e', 2) },
  { name: 'End-to-end tests that measure times', args: () => nx('timed', 1) },
];

/** The canary writes into the sources: nothing else may read them meanwhile. */
const checks = [[[format, types, pageTypes], [lint]], [[canary]]];
const tests = [[[unit], [endToEnd]], [[timed]]];

/**
 * Compilers, ESLint and Jest make much garbage that is soon dead. In a larger young generation less of it is copied,
 * which takes a tenth off their CPU time. Servers under test get no environment of this process, and stay as they are.
 */
const nodeOptions = [process.env.NODE_OPTIONS, '--max-semi-space-size=64'].filter(Boolean).join(' ');

/** The runs that the workspace defines, each with the file that Jest leaves. */
async function runsOf(targets) {
  const { readCachedProjectGraph } = await import('@nx/devkit');
  const projects = Object.values(readCachedProjectGraph().nodes);
  return projects.flatMap(({ name, data }) =>
    targets
      .filter((target) => data.targets[target] !== undefined)
      .map((target) => ({
        project: name,
        target,
        path: fileURLToPath(new URL(`${name}.${target}.json`, results)),
      })),
  );
}

/** Runs a stage, then shows what it printed; gives whether it passed. */
async function passes({ name, args }) {
  const start = performance.now();
  console.log(`… ${name}`);
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const env = { NX_DAEMON: 'false', NODE_OPTIONS: nodeOptions, ...colours };
  const { code, output } = await runNode(args(), { env });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const verdict = `${code === 0 ? '✓' : '✗'} ${name} (${seconds} s)`;
  console.log(['', `— ${name}`, output.trim(), verdict, ''].join('\n'));
  return code === 0;
}

/** Runs the lanes of each group at once, and the stages of a lane one by one; gives the stages that failed. */
async function failedOf(groups) {
  const failed = [];
  for (const lanes of groups) {
    const run = async (lane) => {
      for (const stage of lane) if (!(await passes(stage))) failed.push(stage);
    };
    await Promise.all(lanes.map(run));
  }
  return failed;
}

/** Runs everything, whatever fails on the way; true when all of it passed. */
async function test() {
  await installPackages('everything');
  rmSync(results, { recursive: true, force: true }); // Nx puts back what it skips; what is left of others must not count
  mkdirSync(results);
  useMemory();
  const [refused] = await Promise.all([failedOf(checks), buildSqlite('everything')]);
  const failed = [...refused, ...(await failedOf(tests))];
  const outcomes = (await runsOf(['test', 'canary', 'e2e', 'timed'])).flatMap(readTests);
  console.log(`\n${summary(outcomes)}`);
  if (failed.length > 0) console.log(`Failed: ${failed.map(({ name }) => name).join(', ')}`);
  const reason = failureReason(outcomes, { mayBeSkipped: (process.env[ALL_MUST_RUN] ?? '') === '' });
  if (reason !== undefined) console.log(reason);
  console.log(sentence(outcomes));
  return failed.length === 0 && reason === undefined;
}

process.chdir(fileURLToPath(root));
try {
  process.exitCode = (await test()) ? 0 : 1;
} catch (error) {
  if (!(error instanceof StepFailed)) throw error;
  console.error(error.message);
  console.log('0 passed, 1 failed');
  process.exitCode = 1;
}
