import { availableParallelism } from 'node:os';

/**
 * One configuration, and one pool of workers, for the tests of all projects: TypeScript sources as ES modules, tests
 * beside the code. What a run leaves out is said by `tools/test.mjs`.
 */
export default {
  rootDir: '../..',
  roots: ['<rootDir>/libs', '<rootDir>/apps', '<rootDir>/tools'],
  cacheDirectory: 'node_modules/.cache/jest', // stays when temporary files go
  globalSetup: '<rootDir>/tools/jest/bundle.mjs',
  testEnvironment: '<rootDir>/tools/jest/environment.mjs',
  testRunner: '<rootDir>/tools/jest/native-runner.mjs',
  testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
  modulePathIgnorePatterns: ['/dist/'],
  transform: {},
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  reporters: ['<rootDir>/tools/jest/reporter.mjs'],
  maxWorkers: availableParallelism() + 1, // a quarter of the time, suites wait for servers and browsers
  workerIdleMemoryLimit: '1.5GB',
  testTimeout: 300_000, // what hangs; on a busy machine the longest takes a minute
};
