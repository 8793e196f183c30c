import { byteLines } from '@cairn/kernel';

/**
 * Lines of UTF-8, each in memory. Only a line feed ends one: `readline` also takes U+2028 and U+2029 for ends, which
 * texts in JSON may have.
 */
export async function* linesIn(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  for await (const line of byteLines(bytes, Infinity))
    if (line !== undefined) yield Buffer.from(line.buffer, line.byteOffset, line.length).toString('utf8');
}
