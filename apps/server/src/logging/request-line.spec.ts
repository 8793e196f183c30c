import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { stripVTControlCharacters } from 'node:util';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createRequestContext } from '../http/request-context.js';
import { requestLine, requestLogEntry, terminalLine, type RequestLogEntry } from './request-line.js';

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
    expect(plain({ ...request, path: `/${'a'.repeat(8_000)}` }).length).toBeLessThan(110);
  });

  it('contains no control characters of the request', () => {
    expect(plain({ ...request, path: '/a\u001b[2J\u009b2J\nb' })).toContain(' /a?[2J?2J?b ');
  });
});

describe('requestLogEntry', () => {
  const SECRET = '3KqYz0V9mTnB7xWcR4sLpD';
  const pathOf = (url: string): string | undefined => {
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', url });
    return requestLogEntry(createRequestContext(incoming), incoming, new ServerResponse(incoming)).path;
  };
  const encoded = (text: string): string =>
    [...text].map((one) => `%${(one.codePointAt(0) ?? 0).toString(16)}`).join('');

  it.each([
    `/a/${SECRET}`,
    `/a%2f${SECRET}`,
    `/a%2F${SECRET}/upload`,
    `%2fa%2f${SECRET}`,
    `/%61/${SECRET}`,
    `/a%252f${SECRET}`,
    `/a%2525252f${SECRET}`,
    `/a/${encoded(SECRET)}`,
    `/a%2f${encoded(SECRET)}`,
    `/a/${SECRET.slice(0, 3)}${encoded(SECRET.slice(3, 5))}${SECRET.slice(5)}`,
    encoded(`/a/${SECRET}`),
    encoded(encoded(`/a/${SECRET}`)),
    encoded(encoded(encoded(`/a/${SECRET}`))),
    `/A/${SECRET}`,
    `//a//${SECRET}`,
    `/a/./${SECRET}`,
    `/./a/../${SECRET}`,
    `/a%2f%2e%2e%2f${SECRET}`,
    `/a\\${SECRET}`,
    `/a%5c${SECRET}`,
    `/a/${SECRET}x`,
    `/a/${SECRET}.`,
    `/a%2f${SECRET}%2f%E0%A4`,
    `/%zz/a%2f${SECRET}`,
    `/api/shared/${SECRET}/images`,
    `/api%2fshared%2f${SECRET}`,
    `/api/%73hared/${SECRET}/upload`,
    `/api//shared//${SECRET}`,
    `/photos/a/${SECRET}`,
    `/photos%2fapi%2Fshared%2F${SECRET}`,
    `/tiles/x.json%3faccess_token=${SECRET}`,
  ])('has no secret of %s', (url) => {
    const logged = pathOf(url) ?? '';
    expect(logged).toContain('…');
    expect(logged).not.toMatch(/3KqYz|4sLpD/i);
  });

  it.each([
    `/cdn/a/${SECRET}.jpg`,
    `/api/images/${SECRET}`,
    '/hub/spaces/a%2fb/features',
    '/cdn/%C3%A9t%C3%A9/50%25.jpg',
    '/a/',
  ])('has %s as it was asked for', (url) => {
    expect(pathOf(url)).toBe(url);
  });
});
