import { describe, expect, it } from '@jest/globals';
import { copyText, type CopyValue } from './bulk-connection.js';

async function textOf(rows: Iterable<readonly CopyValue[]>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of copyText(rows)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

describe('copyText', () => {
  it('separates values by tabs and ends rows', async () => {
    expect(
      await textOf([
        ['a', 1],
        ['b', null],
        [true, 2n],
      ]),
    ).toBe('a\t1\nb\t\\N\ntrue\t2\n');
  });

  it('escapes what would end a value or a row, and what would be an escape', async () => {
    expect(await textOf([['a\tb\nc\rd\\e', '\\N']])).toBe('a\\tb\\nc\\rd\\\\e\t\\\\N\n');
  });

  it('writes bytes in hexadecimal digits', async () => {
    expect(await textOf([[new Uint8Array([0, 1, 254, 255]).subarray(1)]])).toBe('\\\\x01feff\n');
  });

  it('yields chunks', async () => {
    let given = 0;
    const rows = function* (): Generator<readonly CopyValue[]> {
      for (; given < 100; given += 1) yield ['x'.repeat(10_000)];
    };
    const { value } = await copyText(rows()).next();
    expect(value).toHaveLength(70_007);
    expect(given).toBe(6);
  });
});
