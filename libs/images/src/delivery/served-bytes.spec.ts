import { describe, expect, it } from '@jest/globals';
import type { ByteRange } from '../store/blob-area.js';
import { readServed } from './served-bytes.js';

const SECRET = 'Jane at home';
const whole = `what is shown, ${SECRET}, the rest`;
const [start, end] = [whole.indexOf(SECRET), whole.indexOf(SECRET) + SECRET.length];
const cut = whole.slice(0, start) + whole.slice(end);

const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

/** What is read of a file that is stored whole, with this list, and how often the store was asked. */
async function read(
  edits: readonly { readonly start: number; readonly end: number; readonly bytes: string }[],
  range?: ByteRange,
) {
  let reads = 0;
  const get = async (_: string, { start: from, end: to }: ByteRange = { start: 0, end: Infinity }) => {
    reads += 1;
    return (async function* () {
      yield bytesOf(whole.slice(from, to + 1));
    })();
  };
  const stored = { sizeInBytes: whole.length, sha256: 'ab', edits };
  const file = { blobKey: 'key', sizeInBytes: cut.length, whole: stored };
  const text = async (): Promise<string> => {
    let all = '';
    for await (const chunk of await readServed({ get }, file, range)) all += String.fromCharCode(...chunk);
    return all;
  };
  const outcome = await text().catch((error: unknown) => String(error));
  return { outcome, reads };
}

describe('a file that is stored whole', () => {
  const own = { start, end, bytes: '' };

  it('is read without what is cut out', async () => {
    expect((await read([own])).outcome).toBe(cut);
    const across = { start: start - 3, end: start + 3 };
    expect((await read([own], across)).outcome).toBe(cut.slice(start - 3, start + 4));
  });

  it.each([
    ['none', []],
    ['of another file', [{ ...own, start: 0, end: 3 }]],
    ['twice', [own, own]],
    ['beyond the file', [{ ...own, end: whole.length + 9 }]],
    ['without bytes', [{ start, end } as typeof own]],
  ])('is not read at all if its list of edits is %s', async (_, edits) => {
    for (const range of [undefined, { start: 0, end: 0 }])
      expect(await read(edits, range)).toEqual({ outcome: expect.stringContaining('damaged'), reads: 0 });
  });
});
