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
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts', '**/*.spec.mjs'],
  modulePathIgnorePatterns: ['/dist/'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/tools/jest/transform.mjs' },
  testSequencer: '<rootDir>/tools/jest/sequencer.mjs',
  reporters: ['<rootDir>/tools/jest/reporter.mjs'],
  maxWorkers: availableParallelism(),
  workerIdleMemoryLimit: '1.5GB',
  testTimeout: 60_000, // where there are more programs than processors
};
