import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

const HOW_TO_RUN_ALL =
  'These need servers: `bash tools/services/install.sh` installs them, `node tools/services/run.mjs npm test` runs all.';

const kinds = [
  ['end-to-end', ({ target }) => target === 'e2e'],
  ['canary', ({ target }) => target === 'canary'],
  ['saboteurs', ({ file }) => file.endsWith('.saboteurs.spec.ts')],
  ['adapters and their contracts', ({ project }) => project.startsWith('adapter-')],
  ['unit', () => true],
];

const outcomes = {
  passed: 'passed',
  failed: 'failed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
};

function entriesOf({ project, target }, suite) {
  const entry = { project, target, file: suite.name };
  const entries = suite.assertionResults.map(({ status, fullName }) => ({
    ...entry,
    name: fullName,
    outcome: outcomes[status] ?? 'failed',
  }));
  const broke = suite.status === 'failed' && !entries.some(({ outcome }) => outcome === 'failed');
  return broke ? [...entries, { ...entry, name: 'the suite could not run', outcome: 'failed' }] : entries;
}

/** Every test of a run as Jest recorded it; a suite or a whole run that broke counts as one failed test. */
export function readTests(run) {
  if (!existsSync(run.path))
    return [{ ...run, file: run.path, name: 'the tests could not run', outcome: 'failed' }];
  const { testResults } = JSON.parse(readFileSync(run.path, 'utf8'));
  return testResults.flatMap((suite) => entriesOf(run, suite));
}

const count = (tests, outcome) => tests.filter((test) => test.outcome === outcome).length;

/** `N passed, N failed`, and the skipped where there are any. */
export function sentence(tests) {
  const skipped = count(tests, 'skipped');
  const sum = `${count(tests, 'passed')} passed, ${count(tests, 'failed')} failed`;
  return skipped === 0 ? sum : `${sum}, ${skipped} skipped`;
}

function rows(title, tests, keyOf) {
  const keys = [...new Set(tests.map(keyOf))];
  return [
    title,
    ...keys.map((key) => `  ${key.padEnd(32)}${sentence(tests.filter((test) => keyOf(test) === key))}`),
  ];
}

const environments = ['SQLite + disk', 'SQLite + S3', 'PostgreSQL + disk', 'PostgreSQL + S3', 'memory'];

/** Which pair of stores a test says, first of all, that it ran on. */
function environmentOf({ name }) {
  return environments.find((environment) => name.startsWith(`${environment} `));
}

/** What ran on each pair of stores: the contracts of both APIs and what was asked over HTTP. */
function matrix(tests) {
  const onStores = tests.filter((test) => environmentOf(test) !== undefined);
  const of = (target) => onStores.filter((test) => test.target === target);
  return onStores.length === 0
    ? []
    : [
        ...rows('Contracts of both APIs, by stores', of('test'), environmentOf),
        ...rows('End to end, by stores', of('e2e'), environmentOf),
      ];
}

/** What did not run, by file, and what runs it. */
function skippedOnes(tests) {
  const skipped = tests.filter(({ outcome }) => outcome === 'skipped');
  const places = skipped.map(({ project, file }) => `skipped: ${project}: ${basename(file)}`);
  const lines = [...new Set(places)].map(
    (place) => `${place} (${places.filter((other) => other === place).length})`,
  );
  return lines.length === 0 ? [] : [...lines, HOW_TO_RUN_ALL];
}

/** What ran, by project, by kind and by stores, and what did not pass. */
export function summary(tests) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return [
    ...rows('By project', tests, ({ project }) => project),
    ...rows('By kind', tests, (test) => kinds.find(([, matches]) => matches(test))[0]),
    ...matrix(tests),
    ...failed.map(({ project, name }) => `failed: ${project}: ${name}`),
    ...skippedOnes(tests),
  ].join('\n');
}
