import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readTests, failureReason, sentence, summary } from './counts.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cairn-counts-'));
afterAll(() => rmSync(folder, { recursive: true }));

function recorded(testResults) {
  const path = join(folder, 'kernel.test.json');
  writeFileSync(path, JSON.stringify({ testResults }));
  return readTests({ project: 'kernel', target: 'test', path });
}

function suite(status, ...statuses) {
  const assertionResults = statuses.map((one, index) => ({ status: one, fullName: `${one} ${index}` }));
  return { name: 'libs/kernel/src/page.spec.ts', status, assertionResults };
}

describe('The closing line', () => {
  it('is the sum over all suites', () => {
    const tests = recorded([suite('passed', 'passed', 'passed'), suite('failed', 'passed', 'failed')]);
    expect(sentence(tests)).toBe('3 passed, 1 failed');
  });

  it('names skipped tests, whichever way they were skipped', () => {
    const tests = recorded([suite('passed', 'passed', 'pending', 'todo', 'skipped', 'disabled')]);
    expect(sentence(tests)).toBe('1 passed, 0 failed, 4 skipped');
    expect(summary(tests)).toContain('skipped: kernel: page.spec.ts (4)');
  });

  it('counts a suite that could not run as failed', () => {
    expect(sentence(recorded([suite('failed')]))).toBe('0 passed, 1 failed');
  });

  it('counts a suite that broke after its tests passed as failed', () => {
    expect(sentence(recorded([suite('failed', 'passed')]))).toBe('1 passed, 1 failed');
  });

  it('counts a run that left no record as failed', () => {
    const tests = readTests({ project: 'kernel', target: 'test', path: join(folder, 'absent.json') });
    expect(sentence(tests)).toBe('0 passed, 1 failed');
  });

  it('counts a status it does not know as failed', () => {
    expect(sentence(recorded([suite('passed', 'unheard-of')]))).toBe('0 passed, 1 failed');
  });
});

describe('A rule that is waived', () => {
  const waived =
    'memory the image catalog waived, as memory is not durable: what was: there: after a restart';
  const results = (status) => [
    {
      name: 'libs/composition/src/behaviour.spec.ts',
      status: 'passed',
      assertionResults: [
        { status, fullName: waived },
        { status: 'passed', fullName: 'memory the image catalog keeps what it is given' },
      ],
    },
  ];

  it('does not count as passed, and says why, by stores too', () => {
    const tests = recorded(results('passed'));
    expect(sentence(tests)).toBe('1 passed, 0 failed, 1 waived');
    expect(summary(tests)).toMatch(/^ {2}memory +1 passed, 0 failed, 1 waived \(memory is not durable\)$/m);
    expect(summary(tests)).toContain('waived: kernel: behaviour.spec.ts: memory is not durable (1)');
  });

  it('is no excuse for a test that failed or did not run', () => {
    expect(sentence(recorded(results('failed')))).toBe('1 passed, 1 failed');
    expect(sentence(recorded(results('pending')))).toBe('1 passed, 0 failed, 1 skipped');
  });
});

describe('The reason for failure', () => {
  const passed = () => recorded([suite('passed', 'passed')]);
  const skipped = () => recorded([suite('passed', 'passed', 'pending', 'todo')]);
  const failed = () => recorded([suite('failed', 'passed', 'failed', 'pending')]);

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
    const checkout = mkdtempSync(join(folder, 'checkout-'));
    const put = (path, text) => {
      mkdirSync(join(checkout, dirname(path)), { recursive: true });
      writeFileSync(join(checkout, path), text);
    };
    put('.ci/run', readFileSync(new URL('../.ci/run', import.meta.url)));
    put('tools/services/install.sh', '');
    put(
      'tools/services/run.mjs',
      'console.log(process.argv.slice(2).join(" "), process.env.CAIRN_TEST_ALL);',
    );
    const { stdout } = await promisify(execFile)('bash', [join(checkout, '.ci/run')]);
    expect(stdout).toBe('npm test yes\n');
    const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
    expect(readme).toMatch(/^(node tools\/services\/run\.mjs )?npm test$/m);
  });
});

describe('The summary', () => {
  it('adds up by project and by kind', () => {
    const test = {
      project: 'adapter-fs',
      target: 'test',
      file: 'a.saboteurs.spec.ts',
      name: 'x',
      outcome: 'passed',
    };
    const tests = [
      test,
      { ...test, file: 'a.spec.ts' },
      { ...test, target: 'e2e' },
      { ...test, target: 'canary' },
      { ...test, target: 'timed', project: 'server-e2e' },
    ];
    const lines = summary(tests)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(lines).toContainEqual(['adapter-fs', '4 passed, 0 failed']);
    expect(lines).toContainEqual(['end-to-end', '2 passed, 0 failed']);
    for (const kind of ['saboteurs', 'adapters and their contracts', 'canary']) {
      expect(lines).toContainEqual([kind, '1 passed, 0 failed']);
    }
  });

  it('adds up by the stores that a test says it ran on', () => {
    const test = { project: 'composition', target: 'test', file: 'a.spec.ts', outcome: 'passed' };
    const tests = [
      { ...test, name: 'SQLite + S3 the image catalog keeps what it is given' },
      { ...test, name: 'SQLite + disk the image catalog keeps what it is given', outcome: 'failed' },
      { ...test, name: 'SQLite + S3 uploading works', target: 'e2e' },
      { ...test, name: 'anything else' },
    ];
    const text = summary(tests);
    const [contracts, requests] = text.slice(text.indexOf('Contracts')).split('End to end, by stores');
    expect(contracts).toMatch(/SQLite \+ S3 +1 passed, 0 failed/);
    expect(contracts).toMatch(/SQLite \+ disk +0 passed, 1 failed/);
    expect(requests).toMatch(/SQLite \+ S3 +1 passed, 0 failed/);
    expect(requests).not.toMatch(/^ +SQLite \+ disk /m);
  });
});
