import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { ALL_MUST_RUN } from '../counts.mjs';
import { root } from '../step.mjs';
import { allMounted, leftOut, mountedRules } from './mounted.mjs';

const rootDir = fileURLToPath(root);

/** TypeScript sources as ES modules, tests beside the code. */
const settings = {
  rootDir,
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  cacheDirectory: 'node_modules/.cache/jest', // stays when temporary files go
  testEnvironment: '<rootDir>/tools/jest/environment.mjs',
  testRunner: '<rootDir>/tools/jest/native-runner.mjs',
  testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {},
  testTimeout: 300_000, // what hangs; on a busy machine the longest takes a minute
};

const { CAIRN_TEST_HOST: host = 'server', [ALL_MUST_RUN]: everything = '' } = process.env;

/** The suites, and with which host: the server, unless the run names another one. */
function projects() {
  if (host === 'mounted') return [allMounted(settings)];
  return everything === '' ? [settings] : [settings, mountedRules(settings)];
}

/**
 * One configuration, and one pool of workers, for the tests of all projects. What a run leaves out is said by
 * `tools/test.mjs`.
 */
export default {
  rootDir,
  projects: projects(),
  globalSetup: '<rootDir>/tools/jest/bundle.mjs',
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  reporters: [['<rootDir>/tools/jest/reporter.mjs', host === 'mounted' ? { leftOut } : {}]],
  // A quarter of the time suites wait. One more would take 8 % off the full run, whose suites would then meet limits of seconds.
  maxWorkers: availableParallelism() + 1,
  workerIdleMemoryLimit: '1.5GB',
  workerGracefulExitTimeout: 20_000, // on a busy machine, an end without open handles takes longer than the usual 500 ms
};
