import { expect, it } from '@jest/globals';
import { byteLines } from './byte-lines.js';

async function linesOf(
  chunks: readonly string[],
  maxBytes: number,
): Promise<readonly (string | undefined)[]> {
  const bytes = async function* (): AsyncGenerator<Uint8Array> {
    for (const chunk of chunks) yield Uint8Array.from(chunk, (one) => one.charCodeAt(0));
  };
  const lines: (string | undefined)[] = [];
  for await (const line of byteLines(bytes(), maxBytes)) lines.push(line && String.fromCharCode(...line));
  return lines;
}

it.each<readonly [readonly string[], readonly (string | undefined)[]]>([
  [[], []],
  [[''], []],
  [['a'], ['a']],
  [['a\n'], ['a']],
  [['\n\na'], ['', '', 'a']],
  [
    ['a', 'b', 'c\nd', '', '\n', 'e'],
    ['abc', 'd', 'e'],
  ],
  [['a\r\nb'], ['a\r', 'b']],
  [['abcd\nabcde\nab'], ['abcd', undefined, 'ab']],
  [
    ['abc', 'de', 'fgh\ni'],
    [undefined, 'i'],
  ],
  [['abcdefgh'], [undefined]],
])('%j has the lines %j', async (chunks, lines) => {
  expect(await linesOf(chunks, 4)).toEqual(lines);
});
