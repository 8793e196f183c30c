import fc from 'fast-check';

/** Separators, and characters subject to normalization: long runs of them make naive parsers quadratic. */
export const separators: readonly string[] = [
  '/',
  '\\',
  '.',
  ',',
  ';',
  ':',
  '=',
  '&',
  '?',
  '#',
  '%',
  '+',
  '-',
  '_',
  '~',
  '*',
  '|',
  '@',
  '!',
  '"',
  "'",
  '`',
  '(',
  ')',
  '[',
  ']',
  '{',
  '}',
  '<',
  '>',
  ' ',
  '\t',
  '\r\n',
  '\0',
  './',
  'a/',
  '%2f',
  '..',
  '\u0301\u0327',
  '\u00a0',
  '\ud83d',
  '1',
  'x,',
];

/** A run of `separator` of at most `length` characters: alone, after a letter, and between two letters. */
export function runsOf(separator: string, length: number): readonly string[] {
  const run = separator.repeat(Math.floor(length / separator.length));
  return [run, `x${run}`, `x${run}x`];
}

/** Long runs of any separator. */
export const longRuns: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...separators), fc.constantFrom(300, 6_000, 60_000))
  .chain(([separator, length]) => fc.constantFrom(...runsOf(separator, length)));
