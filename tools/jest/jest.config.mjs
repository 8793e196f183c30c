import { mkdirSync } from 'node:fs';

mkdirSync('test-results', { recursive: true }); // for --outputFile

/** Configuration of every project: TypeScript sources as ES modules, tests beside the code. */
export default {
  rootDir: '../..',
  cacheDirectory: 'node_modules/.cache/jest', // stays when temporary files go
  globalSetup: '<rootDir>/tools/jest/bundle.mjs',
  testEnvironment: 'node',
  testMatch: ['**/src/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '\\.ts$': '<rootDir>/tools/jest/transform.mjs' },
  testTimeout: 60_000, // where there are more programs than processors
};
