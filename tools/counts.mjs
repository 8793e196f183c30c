import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Environment variable that forbids skipped tests. */
export const ALL_MUST_RUN = 'CAIRN_TEST_ALL';

/** The title of a test for a waived rule: it checks that the adapter really breaks the rule, and gives the reason. */
const WAIVED = /(?:^| )waived, as (.+?): /;

/** The project of a suite, with the host that its servers have, if that is not the usual one. */
const projectOf = (file) =>
  /^(libs\/adapters|libs|apps|tools)\/[^/]+/.exec(file)[0] + (/ \(\w+\)$/.exec(file)?.[0] ?? '');

/** Every test that is in the report of a run. A run that left none counts as one failed test. */
export function readTests(report) {
  if (!existsSync(report))
    return [
      { project: 'tools', file: report, seconds: 0, name: 'the tests could not run', outcome: 'failed' },
    ];
  return JSON.parse(readFileSync(report, 'utf8')).flatMap(({ file, seconds, tests }) =>
    tests.map(({ name, outcome, reason }) => ({
      project: projectOf(file),
      file,
      seconds,
      name,
      reason,
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

const reasonOf = ({ name }) => WAIVED.exec(name)[1];

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

/** A failed test with its reason: who sees only the end of the output knows why. */
function failure({ project, name, reason = '' }) {
  return [`failed: ${project}: ${name}`, ...reason.split('\n').filter(Boolean)].join('\n    ');
}

/** Results by project, with everything that did not pass. */
export function summary(tests) {
  const projects = [...new Set(tests.map(({ project }) => project))].map((project) => {
    const own = tests.filter((test) => test.project === project);
    return `  ${project.padEnd(32)}${sentence(own)}`;
  });
  const failed = tests.filter(({ outcome }) => outcome === 'failed');
  return [
    'By project',
    ...projects,
    ...waivedOnes(tests),
    ...skippedOnes(tests),
    ...failed.map(failure),
  ].join('\n');
}

/** Why the run counts as failed, in one sentence; `undefined` for a success. */
export function failureReason(tests, { mayBeSkipped }) {
  const [failed, skipped] = [count(tests, 'failed'), count(tests, 'skipped')];
  if (failed > 0) return `${failed} of ${tests.length} tests failed.`;
  if (skipped === 0 || mayBeSkipped) return undefined;
  return `Skipped is not passed: ${skipped} of ${tests.length} tests did not run, and ${ALL_MUST_RUN} is set.`;
}
