/** Below this folder are the suites that speak to a server. */
export const SUITES = 'apps/server-e2e/src';

/**
 * The suites of access, limits and errors: the full run has them twice, once against the server and once against a service that
 * has `createHandler` below a path (apps/server-e2e/src/host).
 */
export const rules = [
  'accounts/keys',
  'accounts/rights-taken',
  'accounts/sessions',
  'accounts/sign-in',
  'features/feature-limits',
  'features/feature-quota',
  'openapi-examples',
  'service/base-path',
  'service/cross-origin',
  'service/http-as-written',
  'service/messages',
  'service/rates',
  'sharing/grants',
  'sharing/grants-attacks',
  'sharing/link-passwords',
  'sharing/private-files',
  'sharing/space-links',
  'spaces/hub-access',
  'spaces/hub-errors',
  'spaces/hub-rights',
  'spaces/hub-tokens',
].map((name) => `${name}.spec.ts`);

/**
 * What says nothing of `createHandler`, or not of where it is mounted, with the reason. Parts of suites are named where they are, by
 * `ofTheServer`.
 */
export const leftOut = {
  'client-sources.spec.ts': 'the client alone, without Cairn',
  'command/**': 'the command `cairn`, and the folder of a server',
  'fuzz/checks.spec.ts': 'the rules of the fuzzer, without a server',
  'readme.spec.ts': 'the commands of the README, against a server that was started as it says',
  'service/answer-memory.priority.spec.ts': 'the memory of a process, which the server trims',
  'service/event-loop.alone.spec.ts': 'the event loop of a process, whatever listens in it',
  'service/loaded.spec.ts': 'the modules that the server loads',
  'service/metrics.full.spec.ts': 'the metrics of the server, on a port of its own',
  'service/process.spec.ts': 'the settings, the start and the log of the server',
  'service/public-door.spec.ts': 'the listeners of the server',
  'service/refused-by-parser.spec.ts': 'what Node’s parser rejects does not come to a handler',
  'service/shutdown.spec.ts': 'signals that the server gets',
  'service/tracing.full.spec.ts': 'the SDK of OpenTelemetry, which the server loads',
  'service/slow-clients.alone.spec.ts': 'the connections of the server, which it counts, watches and closes',
  'service/stopping.alone.spec.ts': 'signals that the server gets',
  'service/what-all-share.spec.ts': 'a page of the documentation',
};

const inSuites = (pattern) => `**/${SUITES}/${pattern}`;

/** A project of Jest: the given suites, with servers that are mounted below a path. */
const mountedProject = (settings, testMatch) => ({
  ...settings,
  displayName: 'mounted',
  roots: [`<rootDir>/${SUITES}`],
  testMatch,
  testEnvironmentOptions: { host: 'mounted' },
  globalSetup: '<rootDir>/tools/jest/bundle-host.mjs',
});

/** The suites of access, limits and errors. */
export const mountedRules = (settings) => mountedProject(settings, rules.map(inSuites));

/** All but those that are left out. */
export const allMounted = (settings) =>
  mountedProject(settings, [
    inSuites('**/*.spec.ts'),
    ...Object.keys(leftOut).map((pattern) => `!${inSuites(pattern)}`),
  ]);
