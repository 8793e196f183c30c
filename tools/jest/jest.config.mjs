import { mkdirSync } from 'node:fs';

mkdirSync('test-results', { recursive: true }); // for --outputFile

/** One configuration for every project: TypeScript sources as ES modules, tests beside what they test. */
export default {
  rootDir: '../..',
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
  testTimeout: 30_000,
};
