import { describe, expect, it } from '@jest/globals';
import { HttpError } from '../../messages/http-error.js';
import { MAX_FEATURES, scanItems } from './scan-items.js';

const scan = { path: ['features'], maxItemLength: 10, maxEnvelopeLength: 50 };

async function* chunksOf(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text, 'latin1');
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length);
}

async function scanned(text: string, length = 1_000_000): Promise<unknown> {
  const items = scanItems(chunksOf(text, length), scan);
  try {
    const texts: string[] = [];
    let item = await items.next();
    for (; item.done !== true; item = await items.next()) texts.push(item.value);
    return [texts, item.value];
  } catch (error) {
    if (error instanceof HttpError) return [error.status, error.code];
    throw error;
  }
}

describe('the items of a body', () => {
  it('come one by one, whatever it is chunked into', async () => {
    const envelope = { text: '{"features":[]}', found: true };
    for (const length of [1, 3, 100]) {
      expect(await scanned('{"features":[1,{"a":"]"}]}', length)).toEqual([['1', '{"a":"]"}'], envelope]);
    }
    expect(await scanned('{"a":1}')).toEqual([[], { text: '{"a":1}', found: false }]);
  });

  it('are UTF-8, and cut where they are too long', async () => {
    expect(await scanned('{"features":["\xff"]}')).toEqual([400, 'malformed-json']);
    expect(await scanned(`{"features":["${'\xc3\xa4'.repeat(9)}"]}`)).toMatchObject([['"äääää'], {}]);
  });

  it('are so many at most, and so is the rest', async () => {
    const items = scanItems(chunksOf(`{"features":[${'1,'.repeat(MAX_FEATURES)}1]}`, 1_000_000), scan);
    for (let count = 0; count < MAX_FEATURES; count += 1) await items.next();
    await expect(items.next()).rejects.toMatchObject({ code: 'body-too-large' });
    expect(await scanned(`{"x":"${'x'.repeat(50)}"}`)).toEqual([413, 'body-too-large']);
    expect(await scanned('{"features":[1 2]}')).toEqual([400, 'malformed-json']);
  });

  it('that are one feature which is too large are told to cut it', async () => {
    const detailOf = async (text: string, path: readonly string[]): Promise<string> =>
      await scanItems(chunksOf(text, 100), { ...scan, path })
        .next()
        .then(() => 'taken', String);
    const text = `{"type":"Feature","x":"${'x'.repeat(50)}"}`;
    for (const path of [['features'], []])
      expect(await detailOf(text, path)).toMatch(/cut it into several features/);
    expect(await detailOf(text, ['modifications'])).not.toMatch(/cut it/);
  });

  it('that stand on lines of their own are told how to be sent', async () => {
    const detailOf = async (text: string, path: readonly string[]): Promise<string> => {
      const items = scanItems(chunksOf(text, 100), { ...scan, path });
      return await items.next().then(() => 'taken', String);
    };
    const [lines, broken] = ['{"id":"a"}\n{"id":"b"}\n', '{"id" "a"}'];
    expect(await detailOf(lines, ['features'])).toMatch(
      /goes on with `\{` .* `Content-Type: application\/x-ndjson`\.$/,
    );
    expect(await detailOf(lines, [])).toMatch(/goes on with `\{` behind its end, at byte 11\.$/);
    expect(await detailOf(broken, ['features'])).toMatch(/must not be, at byte 6\.$/);
  });
});
