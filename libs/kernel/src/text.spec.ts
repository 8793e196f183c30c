import { describe, expect, it } from '@jest/globals';
import { toNfc } from './text.js';

const hangul = '\u1112\u1161\u11ab';
const shifts = Array.from({ length: 24 }, (_, index) => 250 + index);

describe('toNfc', () => {
  it.each([
    '',
    'plain',
    'cafe\u0301',
    '\u212b\u2126',
    `a${'\u0301\u0327'.repeat(128)}b`,
    ...shifts.map((shift) => `${'x'.repeat(shift)}e${'\u0301\u0327'.repeat(128)}${hangul.repeat(99)}`),
    `${'🏝'.repeat(255)}e\u0301`,
    `\ud800${'x'.repeat(300)}\udc00`,
  ])('normalizes %j as String.normalize does', (text) => {
    expect(toNfc(text)).toBe(text.normalize('NFC'));
  });
});
