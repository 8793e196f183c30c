import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { RequestLogEntry } from '@cairn/http';
import { requestLine, terminalLine } from './request-line.js';

const request: RequestLogEntry = {
  requestId: 'Ab_1.:-z',
  method: 'GET',
  path: '/cdn/a.jpg',
  status: 200,
  durationMs: 0.3,
  accountId: undefined,
  cutShort: undefined,
};

describe('requestLine', () => {
  it.each([
    request,
    { ...request, path: '/a"b\\c\u0000\u001f\u007f\u2028\ud800\nd' },
    { ...request, accountId: 'account' },
    { ...request, accountId: 'a"\n\u2028' },
    { ...request, cutShort: true },
    { ...request, method: undefined, path: undefined },
    { ...request, durationMs: 12_345, accountId: 'account', cutShort: true },
    { ...request, trace_id: 'a'.repeat(32) },
    { ...request, listener: 'public' },
  ] as const)('%# equals the output of pino', (given) => {
    const written: string[] = [];
    const time = ',"time":"2026-01-02T03:04:05.678Z"';
    const log = pino(
      { base: null, timestamp: () => time, formatters: { level: (label) => ({ level: label }) } },
      { write: (line) => written.push(line) },
    );
    log.info(given, 'request');
    expect(requestLine(given, time)).toBe(written[0]);
  });
});

describe('terminalLine', () => {
  const time = new Date(2026, 0, 2, 3, 4, 5);
  const plain = (given: RequestLogEntry) => stripVTControlCharacters(terminalLine(given, time));

  it('is one short line', () => {
    expect(plain(request)).toBe('03:04:05 GET /cdn/a.jpg 200 0.3 ms  Ab_1.:-z\n');
    expect(plain({ ...request, cutShort: true })).toContain('0.3 ms, cut short  Ab');
    expect(plain({ ...request, listener: 'public' })).toContain('Ab_1.:-z  public');
    expect(plain({ ...request, path: `/${'a'.repeat(8_000)}` }).length).toBeLessThan(110);
  });

  it('contains no control characters of the request', () => {
    expect(plain({ ...request, path: '/a\u001b[2J\u009b2J\nb' })).toContain(' /a?[2J?2J?b ');
  });
});
