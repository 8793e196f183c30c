import { mkdirSync } from 'node:fs';

mkdirSync('test-results', { recursive: true }); // for --outputFile

/** Configuration of every project: TypeScript sources as ES modules, tests beside the code. */
export default {
  rootDir: '../..',
  cacheDirectory: 'node_modules/.cache/jest', // stays when temporary files go
  globalSetup: '<rootDir>/tools/jest/bundle.mjs',
  testEnvironment: 'node',
  testEnvironmentOptions: { customExportConditions: ['@cairn/source', 'node', 'node-addons'] },
  testMatch: ['**/src/**/*.spec.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testTimeout: 60_000, // where there are more programs than processors
};
