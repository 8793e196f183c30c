import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiler } from './build.mjs';
import { ALL_MUST_RUN, readTests, refusal, sentence, summary } from './counts.mjs';
import { install } from './install.mjs';
import { root, runNode, StepFailed } from './step.mjs';

const results = new URL('test-results/', root);
const nx = (target, parallel) =>
  `node_modules/nx/dist/bin/nx.js run-many -t ${target} --parallel=${parallel}`.split(' ');

const prettier =
  'node_modules/prettier/bin/prettier.cjs --check --cache --log-level=warn libs apps tools docs *.md';

const stages = () => [
  ['Format', prettier.split(' ')],
  ['Types', compiler('tools')],
  ['Lint', nx('lint', 2)],
  ['Unit and contract tests', nx('test', 2)],
  ['Canary', nx('canary', 1)],
  ['End-to-end tests', nx('e2e', 1)],
];

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

async function passes([name, args]) {
  const start = performance.now();
  console.log(`\n— ${name}`);
  const { code } = await runNode(args, { shown: true, env: { NX_DAEMON: 'false' } });
  console.log(`${code === 0 ? '✓' : '✗'} ${name} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return code === 0;
}

/** Runs everything, whatever fails on the way; true when all of it passed. */
async function test() {
  await install();
  rmSync(results, { recursive: true, force: true }); // Nx puts back what it skips; what is left of others must not count
  mkdirSync(results);
  const failed = [];
  for (const stage of stages()) if (!(await passes(stage))) failed.push(stage[0]);
  const tests = (await runsOf(['test', 'canary', 'e2e'])).flatMap(readTests);
  console.log(`\n${summary(tests)}`);
  if (failed.length > 0) console.log(`Failed: ${failed.join(', ')}`);
  const reason = refusal(tests, { mayBeSkipped: (process.env[ALL_MUST_RUN] ?? '') === '' });
  if (reason !== undefined) console.log(reason);
  console.log(sentence(tests));
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
