import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { failureReason, readTests, sentence, slowest, summary } from './counts.mjs';
import Reporter from './jest/reporter.mjs';
import { root } from './step.mjs';

const checkout = fileURLToPath(root);

const folder = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What is read of the report that is left of these results, and what the reporter prints of them. */
function recorded(results) {
  const report = join(folder, 'report.json');
  const printed = [];
  const reporter = new Reporter({}, { report, print: (line) => printed.push(line) });
  for (const result of results) reporter.onTestResult(result, result, { numTotalTestSuites: results.length });
  reporter.onRunComplete();
  return Object.assign(readTests(report), { printed });
}

function suite(failureMessage, tests, file = 'libs/kernel/src/page.spec.ts') {
  const testResults = tests.map((test) =>
    typeof test === 'string' ? { status: test, fullName: test } : test,
  );
  return { path: join(checkout, file), testResults, failureMessage, perfStats: { runtime: 1_234 } };
}

const passing = (...tests) => suite('', tests);
const failing = (...tests) => suite('It broke.', tests);

describe('The closing line', () => {
  it('is the sum over all suites', () => {
    const tests = recorded([passing('passed', 'passed'), failing('passed', 'failed')]);
    expect(sentence(tests)).toBe('3 passed, 1 failed');
  });

  it('names skipped tests, whichever way they were skipped', () => {
    const tests = recorded([passing('passed', 'pending', 'todo', 'skipped', 'disabled')]);
    expect(sentence(tests)).toBe('1 passed, 0 failed, 4 skipped');
    expect(summary(tests)).toContain('skipped: libs/kernel: page.spec.ts (4)');
  });

  it('tells suites of another host from those of the server', () => {
    const mounted = { ...passing('passed'), context: { config: { displayName: { name: 'mounted' } } } };
    const tests = recorded([passing('passed'), mounted]);
    expect(summary(tests)).toMatch(/libs\/kernel {2,}1 passed[^]*libs\/kernel \(mounted\) {2,}1 passed/);
    expect(slowest(tests)).toContain('page.spec.ts (mounted)');
  });

  it('counts a suite that could not run as failed', () => {
    expect(sentence(recorded([failing()]))).toBe('0 passed, 1 failed');
  });

  it('counts a suite that broke after its tests passed as failed', () => {
    expect(sentence(recorded([failing('passed')]))).toBe('1 passed, 1 failed');
  });

  it('counts a run that left no report as failed', () => {
    expect(sentence(readTests(join(folder, 'absent.json')))).toBe('0 passed, 1 failed');
  });
});

it('A suite that has ended is shown with what failed', () => {
  const { printed } = recorded([passing('passed'), failing('failed', 'passed')]);
  expect(printed).toEqual([
    '[1/2] ✓ libs/kernel/src/page.spec.ts (1 in 1.2 s)',
    '[2/2] ✗ libs/kernel/src/page.spec.ts (2 in 1.2 s)',
    'It broke.',
  ]);
});

it('The summary ends with what failed, and why', () => {
  const failureMessages = ['Error: \u001b[31mexpected 1\u001b[39m\n    at line 1\n'];
  const tests = recorded([
    failing({ status: 'failed', fullName: 'adds', failureMessages }, 'passed'),
    failing('passed'),
  ]);
  expect(summary(tests).split('\n').slice(-5)).toEqual([
    'failed: libs/kernel: adds',
    '    Error: expected 1',
    '        at line 1',
    'failed: libs/kernel: the suite could not run',
    '    It broke.',
  ]);
});

it('The slowest suites are ten, the slowest first', () => {
  const tests = Array.from({ length: 12 }, (_, index) => ({ file: `${index}.spec.ts`, seconds: index }));
  const [title, first, ...others] = slowest([...tests, ...tests]).split('\n');
  expect([title, first.trim(), others.length]).toEqual(['The slowest suites', '11.0 s  11.spec.ts', 9]);
});

describe('A rule that is waived', () => {
  const waived =
    'memory the image catalog waived, as memory is not durable: what was: there: after a restart';
  const results = (status) => [
    suite(
      status === 'failed' ? 'It broke.' : '',
      [
        { status, fullName: waived },
        { status: 'passed', fullName: 'memory the image catalog keeps what it is given' },
      ],
      'libs/composition/src/restart.spec.ts',
    ),
  ];

  it('does not count as passed, and says why', () => {
    const tests = recorded(results('passed'));
    expect(sentence(tests)).toBe('1 passed, 0 failed, 1 waived');
    expect(summary(tests)).toContain('waived: libs/composition: restart.spec.ts: memory is not durable (1)');
  });

  it('is no excuse for a test that failed or did not run', () => {
    expect(sentence(recorded(results('failed')))).toBe('1 passed, 1 failed');
    expect(sentence(recorded(results('pending')))).toBe('1 passed, 0 failed, 1 skipped');
  });
});

describe('The reason for failure', () => {
  const passed = () => recorded([passing('passed')]);
  const skipped = () => recorded([passing('passed', 'pending', 'todo')]);
  const failed = () => recorded([failing('passed', 'failed', 'pending')]);

  it('lets tests be skipped where that is said, and nowhere else', () => {
    expect(failureReason(skipped(), { mayBeSkipped: true })).toBeUndefined();
    expect(failureReason(skipped(), { mayBeSkipped: false })).toBe(
      'Skipped is not passed: 2 of 3 tests did not run, and CAIRN_TEST_ALL is set.',
    );
  });

  it('lets nothing fail', () => {
    for (const mayBeSkipped of [true, false]) {
      expect(failureReason(passed(), { mayBeSkipped })).toBeUndefined();
      expect(failureReason(failed(), { mayBeSkipped })).toBe('1 of 3 tests failed.');
    }
  });

  it('is the strict one for the automatic run, which runs the command of README.md', async () => {
    const copy = mkdtempSync(join(folder, 'checkout-'));
    const put = (path, text) => {
      mkdirSync(join(copy, dirname(path)), { recursive: true });
      writeFileSync(join(copy, path), text);
    };
    put('.ci/run', readFileSync(new URL('../.ci/run', import.meta.url)));
    put('tools/services/install.sh', '');
    put(
      'tools/services/run.mjs',
      'console.log(process.argv.slice(2).join(" "), process.env.CAIRN_TEST_ALL);',
    );
    const { stdout } = await promisify(execFile)('bash', [join(copy, '.ci/run')]);
    expect(stdout).toBe('npm test yes\n');
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toMatch(/^(node tools\/services\/run\.mjs )?npm test$/m);
  });
});

it('The summary adds up by project', () => {
  const test = { project: 'libs/adapters/fs', file: 'a.spec.ts', name: 'x', outcome: 'passed' };
  const lines = summary([test, test, { ...test, project: 'apps/server-e2e', outcome: 'failed' }])
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines).toContainEqual(['libs/adapters/fs', '2 passed, 0 failed']);
  expect(lines).toContainEqual(['apps/server-e2e', '0 passed, 1 failed']);
});
