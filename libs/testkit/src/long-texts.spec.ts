import { KeySecret } from '@cairn/access';
import { parseName } from '@cairn/access/spi';
import { parseImagePath } from '@cairn/images';
import { FileName, normalizeTag, parseTags } from '@cairn/images/spi';
import { InvalidInput, parseCursor, toNfc } from '@cairn/kernel';
import { changeSpace } from '@cairn/spaces/spi';
import { describe, expect, it } from '@jest/globals';
import { aSpace } from './builders.js';

const LENGTH = 64 * 1024;
const separators = [
  '/',
  '\\',
  '.',
  ' ',
  '-',
  ',',
  ';',
  '%',
  '"',
  '\t',
  '\0',
  '.1',
  './',
  'a/',
  '\u0301\u0327',
  '\ud800',
];

/** Long runs of a separator: alone, at the start, in the middle and at the end. */
const texts = separators.flatMap((separator) => {
  const run = separator.repeat(LENGTH / separator.length);
  return [run, `${run}x`, `x${run}x`, `x${run}`];
});

const parsers: readonly (readonly [name: string, parse: (text: string) => unknown])[] = [
  ['parseImagePath', parseImagePath],
  ['FileName.from', (text) => FileName.from(text, 'image/png').plain()],
  ['parseTags', (text) => parseTags([text, ...text.split(',')])],
  ['normalizeTag', normalizeTag],
  ['parseName', parseName],
  ['KeySecret.parse', (text) => KeySecret.parse(text)],
  ['parseCursor', parseCursor],
  ['toNfc', toNfc],
  ['changeSpace', (text) => changeSpace(aSpace(), { title: text, description: text }, 0)],
];

describe.each(parsers)('%s', (_, parse) => {
  it('reads a text of 64 KiB about as fast whatever it is made of', () => {
    const slow = texts.filter((text) => durationOf(() => parse(text)) > 250);
    expect(slow.map((text) => JSON.stringify(text.slice(0, 9)))).toEqual([]);
  });
});

/** In milliseconds of the processor, so that other work on the machine does not count. */
function durationOf(parse: () => unknown): number {
  const before = process.cpuUsage();
  try {
    parse();
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
