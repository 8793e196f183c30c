import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Environment variable that forbids skipped tests. */
export const ALL_MUST_RUN = 'CAIRN_TEST_ALL';

const isEndToEnd = ({ project }) => project.endsWith('-e2e');

const kinds = [
  ['end-to-end', isEndToEnd],
  ['saboteurs', ({ file }) => file.endsWith('.saboteurs.spec.ts')],
  ['adapters and their contracts', ({ project }) => project.startsWith('libs/adapters/')],
  ['unit', () => true],
];

/** The title of a test for a waived rule: it checks that the adapter really breaks the rule, and gives the reason. */
const WAIVED = /(?:^| )waived, as (.+?): /;

const projectOf = (file) => /^(libs\/adapters|libs|apps|tools)\/[^/]+/.exec(file)[0];

/** Every test that is in the report of a run. A run that left none counts as one failed test. */
export function readTests(report) {
  if (!existsSync(report))
    return [
      { project: 'tools', file: report, seconds: 0, name: 'the tests could not run', outcome: 'failed' },
    ];
  return JSON.parse(readFileSync(report, 'utf8')).flatMap(({ file, seconds, tests }) =>
    tests.map(({ name, outcome }) => ({
      ...{ project: projectOf(file), file, seconds, name },
      outcome: outcome === 'passed' && WAIVED.test(name) ? 'waived' : outcome,
    })),
  );
}

const SHOWN_SUITES = 10;

/** The suites that took longest, with their seconds. */
export function slowest(tests) {
  const suites = new Map(tests.map(({ file, seconds }) => [file, seconds]));
  const rows = [...suites].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_SUITES);
  const lines = rows.map(([file, seconds]) => `${seconds.toFixed(1).padStart(8)} s  ${file}`);
  return ['The slowest suites', ...lines].join('\n');
}

const count = (tests, outcome) => tests.filter((test) => test.outcome === outcome).length;

/** `N passed, N failed`, followed by waived and skipped counts if there are any. */
export function sentence(tests) {
  const sum = `${count(tests, 'passed')} passed, ${count(tests, 'failed')} failed`;
  const others = ['waived', 'skipped'].filter((outcome) => count(tests, outcome) > 0);
  return [sum, ...others.map((outcome) => `${count(tests, outcome)} ${outcome}`)].join(', ');
}

function rows(title, tests, keyOf, sentenceOf = sentence) {
  const keys = [...new Set(tests.map(keyOf))];
  return [
    title,
    ...keys.map((key) => `  ${key.padEnd(32)}${sentenceOf(tests.filter((test) => keyOf(test) === key))}`),
  ];
}

const environments = ['SQLite + disk', 'SQLite + S3', 'PostgreSQL + disk', 'PostgreSQL + S3', 'memory'];

/** The pair of stores that a test names at the start of its title. */
function environmentOf({ name }) {
  return environments.find((environment) => name.startsWith(`${environment} `));
}

const reasonOf = ({ name }) => WAIVED.exec(name)[1];

/** `sentence` with the reasons for waivers. */
function withReasons(tests) {
  const reasons = [...new Set(tests.filter(({ outcome }) => outcome === 'waived').map(reasonOf))];
  return reasons.length === 0 ? sentence(tests) : `${sentence(tests)} (${reasons.join('; ')})`;
}

/** Results for each pair of stores: the contracts of both APIs and the HTTP tests. */
function matrix(tests) {
  const onStores = tests.filter((test) => environmentOf(test) !== undefined);
  const contracts = onStores.filter((test) => !isEndToEnd(test));
  const requests = onStores.filter(isEndToEnd);
  return onStores.length === 0
    ? []
    : [
        ...rows('Contracts of both APIs, by stores', contracts, environmentOf, withReasons),
        ...rows('End to end, by stores', requests, environmentOf, withReasons),
      ];
}

/** Distinct values with their counts. */
function counted(places) {
  return [...new Set(places)].map(
    (place) => `${place} (${places.filter((other) => other === place).length})`,
  );
}

/** Waived rules: by adapter, with the reason. */
function waivedOnes(tests) {
  const waived = tests.filter(({ outcome }) => outcome === 'waived');
  return counted(waived.map((test) => `waived: ${test.project}: ${basename(test.file)}: ${reasonOf(test)}`));
}

/** Skipped tests by file. */
function skippedOnes(tests) {
  const skipped = tests.filter(({ outcome }) => outcome === 'skipped');
  return counted(skipped.map(({ project, file }) => `skipped: ${project}: ${basename(file)}`));
}

/** Results by project, kind and stores, with everything that did not pass. */
export function summary(tests) {
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return [
    ...rows('By project', tests, ({ project }) => project),
    ...rows('By kind', tests, (test) => kinds.find(([, matches]) => matches(test))[0]),
    ...matrix(tests),
    ...waivedOnes(tests),
    ...skippedOnes(tests),
    ...failed.map(({ project, name }) => `failed: ${project}: ${name}`), // last: who sees only the end sees them
  ].join('\n');
}

/** Why the run counts as failed, in one sentence; `undefined` for a success. */
export function failureReason(tests, { mayBeSkipped }) {
  const [failed, skipped] = [count(tests, 'failed'), count(tests, 'skipped')];
  if (failed > 0) return `${failed} of ${tests.length} tests failed.`;
  if (skipped === 0 || mayBeSkipped) return undefined;
  return `Skipped is not passed: ${skipped} of ${tests.length} tests did not run, and ${ALL_MUST_RUN} is set.`;
}
