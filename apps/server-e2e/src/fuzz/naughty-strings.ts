import fc from 'fast-check';
import { longRuns } from './long-runs.js';
import { weighted } from './weighted.js';

/** Strings that often break services: blanks, control characters, other scripts, code, numbers, member names. */
export const naughtyStrings: readonly string[] = [
  ...[
    '',
    ' ',
    '\t',
    '\n',
    '\r\n',
    '\0',
    'a\0b',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\u00a0',
    '\u200b',
    '\u2028',
  ],
  ...[
    '\ufeff',
    '\ufffd',
    '\uffff',
    '\ud800',
    'x\udc00',
    '\ud83d',
    '\u202edcba',
    'e\u0301',
    '\u1e9b\u0323',
    'ﷺ',
  ],
  ...['田中さん', 'Ωμέγα', 'שלום', 'مرحبا', 'हिन्दी', '👩‍👩‍👧‍👦', '🇩🇪', 'İstanbul', 'ﬀ', 'Z̸̢͝a̷l̶g̵o̴'],
  ...['null', 'undefined', 'true', 'NaN', 'Infinity', '-1', '0', '1e400', '0x10', '1,000', '９', '1/0'],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'length', '$where', '{{7*7}}'],
  ...[
    "' OR '1'='1",
    "'; DROP TABLE image;--",
    '" OR ""="',
    '%',
    '%%',
    '_',
    '*',
    'a*b',
    '\\',
    '\\\\',
    '`',
    '$(id)',
  ],
  ...['<script>alert(1)</script>', '<!--', ']]>', '&amp;', 'javascript:alert(1)', 'data:text/html,x'],
  ...[
    '.',
    '..',
    '../..',
    '../../etc/passwd',
    '/',
    '//',
    '/etc',
    'C:\\',
    'CON',
    '.hidden',
    'a/../b',
    '%2e%2e%2f',
    '%00',
  ],
  ...[
    'me',
    'others',
    '*',
    'ANONYMOUS',
    'a,b',
    'a;b',
    'a=b&c=d',
    '#x',
    '?x',
    '1~a',
    '0~',
    '999999999999999~x',
  ],
  ...['2026-01-02T03:04:05Z', '0000-00-00', '99999-01-01T00:00:00Z', '-000001-01-01T00:00:00.000Z'],
];

/** Arbitrary text: naughty strings, all of Unicode including lone surrogates, and very long text. */
export const anyText: fc.Arbitrary<string> = weighted(
  [6, fc.constantFrom(...naughtyStrings)],
  [3, fc.string({ unit: 'binary', maxLength: 40 })],
  [3, fc.string({ unit: 'grapheme', maxLength: 80 })],
  [1, longRuns],
  [1, repeated(fc.constantFrom('x', 'ü', '👍', 'a/', '\u0301', ','), [65, 201, 256, 1_001, 10_001])],
);

/** `text` repeated by one of the numbers, which are around limits. */
export function repeated(text: fc.Arbitrary<string>, times: readonly number[]): fc.Arbitrary<string> {
  return fc.tuple(text, fc.constantFrom(...times)).map(([part, count]) => part.repeat(count));
}

const unreserved = /[\w.~-]/;

/** Percent-encodes text for a path. Unlike `encodeURIComponent`, it accepts lone surrogates. */
export function percentEncode(text: string): string {
  return Array.from(Buffer.from(text), (byte) => {
    const character = String.fromCharCode(byte);
    return unreserved.test(character) ? character : `%${byte.toString(16).padStart(2, '0')}`;
  }).join('');
}

/** Invalid or unusual percent-encoding. */
export const brokenEncodings: readonly string[] = [
  ...[
    '%',
    '%z',
    '%zz',
    '%1',
    '%E0%A4%A',
    '%ff',
    '%C0%AF',
    '%ed%a0%80',
    '%00',
    '%u0041',
    '%25',
    '%252e',
    'a%',
    '%%%',
  ],
  ...[
    '%2e%2e',
    '%2E%2E%2F',
    '..%2f..%2fcairn.db',
    '%5c..%5c',
    '%2f',
    '%3f',
    '%23',
    ';x=1',
    '+',
    '%20',
    '%0d%0aX:1',
    '%7f',
  ],
];
