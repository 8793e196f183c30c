import { describe, expect, it } from '@jest/globals';
import { bigEndianBytes, bytesOf, joined, textOf } from '../bytes.js';
import { IccProfile } from './icc-profile.js';

const TEXT = bytesOf('text\0\0\0\0public domain\0\0\0');
const FILE_OFFSET = 1_000;

/** A profile with tags of the same text, and something behind them. */
function profile(signatures: readonly string[], stray = '', reserved = '\0'.repeat(28)): Uint8Array {
  const start = 132 + signatures.length * 12;
  const size = start + signatures.length * TEXT.length;
  const head = joined(
    bigEndianBytes(size, 4),
    new Uint8Array(32),
    bytesOf('acsp'),
    new Uint8Array(60),
    bytesOf(reserved),
  );
  const table = signatures.map((signature, index) =>
    joined(
      bytesOf(signature),
      bigEndianBytes(start + index * TEXT.length, 4),
      bigEndianBytes(TEXT.length, 4),
    ),
  );
  const texts = signatures.map(() => TEXT);
  return joined(head, bigEndianBytes(signatures.length, 4), ...table, ...texts, bytesOf(stray));
}

function strays(bytes: Uint8Array, size: number): readonly string[] {
  const icc = new IccProfile();
  for (let at = 0; at < bytes.length; at += size) icc.add(bytes.subarray(at, at + size), FILE_OFFSET + at);
  expect(icc.isProfile).toBe(true);
  const marks = bytes.slice();
  for (const { start, end } of icc.strays) marks.fill(0, start - FILE_OFFSET, end - FILE_OFFSET);
  return [textOf(marks)].filter((text) => text !== textOf(bytes));
}

describe.each([1, 7, 140, 10_000])('an ICC profile that comes in pieces of %d bytes', (size) => {
  it('of known tags has nothing else', () => {
    expect(strays(profile(['cprt', 'desc', 'rTRC', 'A2B0']), size)).toEqual([]);
  });

  it.each([
    ['behind its tags', profile(['cprt'], 'Jane')],
    ['in what is reserved', profile(['cprt'], '', `Jane${'\0'.repeat(24)}`)],
    ['in a tag that no decoder reads', profile(['cprt', 'Jane'])],
  ])('is told to have something %s', (_, bytes) => {
    const [bare = ''] = strays(bytes, size);
    expect(bare).not.toContain('Jane');
    expect(bare).toContain('public domain');
    expect(strays(bytesOf(bare), size)).toEqual([]);
  });

  it.each([
    ['a text', bytesOf('no profile '.repeat(40))],
    ['a short one', profile(['cprt']).subarray(0, 140)],
    ['one of too many tags', profile(['cprt']).with(128, 9)],
  ])('is none if it is %s', (_, bytes) => {
    const icc = new IccProfile();
    for (let at = 0; at < bytes.length; at += size) icc.add(bytes.subarray(at, at + size), at);
    expect([icc.isProfile, icc.strays]).toEqual([false, []]);
  });
});
