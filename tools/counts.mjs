import { existsSync, readFileSync } from 'node:fs';

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

/** What ran, by project and by kind, and what did not pass. */
export function summary(tests) {
  const open = tests.filter(({ outcome }) => outcome !== 'passed');
  return [
    ...rows('By project', tests, ({ project }) => project),
    ...rows('By kind', tests, (test) => kinds.find(([, matches]) => matches(test))[0]),
    ...open.map(({ outcome, project, name }) => `${outcome}: ${project}: ${name}`),
  ].join('\n');
}
