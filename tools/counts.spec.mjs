import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readTests, sentence, summary } from './counts.mjs';

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
    ];
    const lines = summary(tests)
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
    expect(lines).toContainEqual(['adapter-fs', '4 passed, 0 failed']);
    for (const kind of ['saboteurs', 'adapters and their contracts', 'end-to-end', 'canary']) {
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
