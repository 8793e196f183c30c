import { describe, expect, it } from '@jest/globals';
import { slowQueries } from './slow-queries.js';

function logOf(fromMs = 100) {
  const lines: unknown[] = [];
  const time = { now: 0 };
  const warn = (facts: unknown): void => void lines.push(facts);
  const { report } = slowQueries(fromMs, { warn }, () => time.now) ?? {};
  return { lines, time, report: report ?? (() => undefined) };
}

describe('slowQueries', () => {
  it('logs a statement in one line, with its duration and its work', () => {
    const { lines, report } = logOf();
    report({ text: 'SELECT *\n   FROM image\n  WHERE owner = $1', durationMs: 1_234.5, work: 'listImages' });
    report({ text: 'COMMIT', durationMs: 101 });
    expect(lines).toEqual([
      { durationMs: 1_235, work: 'listImages', statement: 'SELECT * FROM image WHERE owner = $1' },
      { durationMs: 101, statement: 'COMMIT' },
    ]);
  });

  it('logs twenty a minute, and then how many were left out', () => {
    const { lines, time, report } = logOf();
    for (let count = 0; count < 50; count += 1) report({ text: 'SELECT 1', durationMs: 200 });
    expect(lines).toHaveLength(20);
    time.now = 60_000;
    report({ text: 'SELECT 2', durationMs: 200 });
    report({ text: 'SELECT 3', durationMs: 200 });
    expect(lines.slice(20)).toEqual([
      { durationMs: 200, statement: 'SELECT 2', leftOut: 30 },
      { durationMs: 200, statement: 'SELECT 3' },
    ]);
  });

  it('cuts a long statement, and is off with 0', () => {
    const { lines, report } = logOf();
    report({ text: `SELECT ${'?, '.repeat(10_000)}`, durationMs: 200 });
    expect(JSON.stringify(lines).length).toBeLessThan(2_100);
    expect(slowQueries(0, { warn: () => undefined })).toBeUndefined();
  });
});
