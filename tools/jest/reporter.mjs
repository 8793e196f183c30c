import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../step.mjs';

const outcomes = { passed: 'passed', failed: 'failed' };

const MAX_REASON_LINES = 12;

/** The beginning of what a failed test said, without colours. */
function reasonOf(messages = []) {
  const lines = stripVTControlCharacters(messages.join('\n')).split('\n');
  return lines.slice(0, MAX_REASON_LINES).join('\n');
}

/** The tests of a suite by name, the failed ones with a reason. A suite that broke outside its tests counts as one failed test. */
function testsOf({ testResults, failureMessage }) {
  const tests = testResults.map(({ fullName, status, failureMessages }) => ({
    name: fullName,
    outcome: outcomes[status] ?? 'skipped', // pending, todo, disabled
    ...(status === 'failed' && { reason: reasonOf(failureMessages) }),
  }));
  const broke = failureMessage && !tests.some(({ outcome }) => outcome === 'failed');
  const reason = reasonOf([failureMessage]);
  return broke ? [...tests, { name: 'the suite could not run', outcome: 'failed', reason }] : tests;
}

/**
 * Prints what is left out with the reasons, and a line when a suite has ended, with what failed; leaves a report in the file that
 * `CAIRN_TEST_REPORT` names: for each suite its file, with the host if it is not the usual one, its time in seconds, and its tests.
 */
export default class Reporter {
  #suites = [];
  #print;
  #report;
  #leftOut;

  constructor(_, { print = console.log, report = process.env.CAIRN_TEST_REPORT, leftOut = {} } = {}) {
    this.#print = print;
    this.#report = report;
    this.#leftOut = leftOut;
  }

  onRunStart() {
    for (const [suites, reason] of Object.entries(this.#leftOut))
      this.#print(`Left out: ${suites}: ${reason}`);
  }

  onTestResult({ path, context }, result, { numTotalTestSuites: total }) {
    const { displayName } = context?.config ?? {};
    const name = relative(fileURLToPath(root), path).replaceAll('\\', '/');
    const file = displayName === undefined ? name : `${name} (${displayName.name})`;
    const seconds = result.perfStats.runtime / 1000;
    const tests = testsOf(result);
    this.#suites.push({ file, seconds, tests });
    const done = `[${String(this.#suites.length).padStart(String(total).length)}/${total}]`;
    const verdict = tests.some(({ outcome }) => outcome === 'failed') ? '✗' : '✓';
    this.#print(`${done} ${verdict} ${file} (${tests.length} in ${seconds.toFixed(1)} s)`);
    if (result.failureMessage) this.#print(result.failureMessage);
  }

  onRunComplete() {
    if (this.#report !== undefined) writeFileSync(this.#report, JSON.stringify(this.#suites));
  }
}
