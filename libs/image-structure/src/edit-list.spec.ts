import { describe, expect, it } from '@jest/globals';
import { joined } from './bytes.js';
import { readEdited, readEdits, writtenEdits, type WrittenEdit } from './edit-list.js';
import { edited, inOrder, type Edit } from './edits.js';

const RANGES = 20_000;
const SEED = 20_261_129;

/** Numbers below a bound, the same for a seed each time (mulberry32). */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound);
  };
}

async function* pieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function gathered(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return joined(...all);
}

/** A file whose bytes differ from those near them, with edits of every kind. */
function aFile(below: (bound: number) => number, size: number): { file: Uint8Array; edits: readonly Edit[] } {
  const file = Uint8Array.from({ length: size }, () => 1 + below(255));
  const given = Array.from({ length: below(9) }, (): Edit => {
    const start = below(size);
    const end = start + below(4) * below(size / 8);
    const bytes = Uint8Array.from({ length: below(40) }, () => 1 + below(255));
    const kind = below(3);
    return { start, end: Math.min(end, size), bytes: kind === 0 ? 'zeros' : kind === 1 ? bytes : NONE };
  });
  const ending: readonly Edit[] =
    below(3) === 0 ? [{ start: size - below(size), end: Infinity, bytes: NONE }] : [];
  return { file, edits: inOrder([...given, ...ending]) };
}

const NONE = new Uint8Array();

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, index) => byte === other[index]);

const parseList: (json: string) => readonly WrittenEdit[] = JSON.parse;

function thrownBy(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

describe('an edit list', () => {
  it(`gives the slices of the edited file for ${RANGES} ranges`, async () => {
    const below = numbersFrom(SEED);
    const wrong: unknown[] = [];
    for (let done = 0; done < RANGES;) {
      const { file, edits: found } = aFile(below, 300 + below(below(40) === 0 ? 400_000 : 2_000));
      const whole = await gathered(edited(pieces(file, 1 + below(5_000)), found));
      if (found.length === 0) continue;
      const sizes = { size: file.length, editedSize: whole.length };
      const edits = readEdits(writtenEdits(found, file.length), sizes);
      for (let each = 0; each < 100 && whole.length > 0; each += 1, done += 1) {
        const start = below(whole.length);
        const range = { start, end: start + below(whole.length - start) };
        const length = 1 + below(3_000);
        const read = async ({ start: from, end }: typeof range) =>
          pieces(file.subarray(from, end + 1), length);
        const got = await gathered(await readEdited(edits, range, read));
        if (!isSame(got, whole.subarray(range.start, range.end + 1))) wrong.push({ edits, range });
      }
    }
    expect(wrong).toEqual([]);
  });

  it('reads neither what is before a range, nor behind it, nor a long part that is cut out', async () => {
    const file = new Uint8Array(1_000_000).fill(7);
    const edits = [{ start: 1_000, end: 900_000, bytes: Uint8Array.of(1, 2) }];
    const reads: unknown[] = [];
    const got = await readEdited(edits, { start: 900, end: 1_101 }, async (range) => {
      reads.push(range);
      return pieces(file.subarray(range.start, range.end + 1), 64);
    });
    expect(reads).toEqual([{ start: 900, end: 999 }]);
    expect([...(await gathered(got))]).toEqual([
      ...Array<number>(100).fill(7),
      1,
      2,
      ...Array<number>(100).fill(7),
    ]);
    expect(reads).toEqual([
      { start: 900, end: 999 },
      { start: 900_000, end: 900_099 },
    ]);
  });

  it('is refused unless it is one for a file of this size that makes one of that size', () => {
    const sizes = { size: 100, editedSize: 80 };
    const [one, other] = [
      { start: 10, end: 30, bytes: 'ff' },
      { start: 40, end: 41, bytes: '' },
    ];
    expect(readEdits([one, other], sizes)).toHaveLength(2);
    const damaged: Readonly<Record<string, readonly object[]>> = {
      empty: [],
      'without the last edit': [one],
      'out of order': [other, one],
      'of edits that overlap': [one, { ...other, start: 29, end: 30 }],
      'of an edit that ends before it begins': [
        { ...one, start: 10, end: 9 },
        { ...one, end: 32 },
      ],
      'beyond the file': [{ start: 90, end: 110, bytes: '' }],
      'before the file': [{ start: -1, end: 19, bytes: '' }],
      'between two bytes': [{ start: 0.5, end: 20.5, bytes: '' }],
      'of offsets that are texts': [{ start: '10', end: '30', bytes: '' }],
      'of offsets that are missing': [{ bytes: 'zeros' }],
      'of half a byte': [{ ...one, bytes: 'f' }, other],
      'of bytes that are none': [{ ...one, bytes: 'xx' }, other],
      'without bytes': [{ start: 10, end: 30 }],
      'with more bytes': [{ ...one, bytes: 'ffff' }, other],
    };
    for (const [what, list] of Object.entries(damaged)) {
      // What a table may have is not what its type says.
      const stored = parseList(JSON.stringify(list));
      expect([what, thrownBy(() => readEdits(stored, sizes))]).toEqual([
        what,
        expect.stringMatching(/damaged/),
      ]);
    }
    const same = { size: 100, editedSize: 100 };
    expect(thrownBy(() => readEdits([], same))).toMatch(/damaged/);
    expect(readEdits([{ start: 0, end: 9, bytes: 'zeros' }], same)).toHaveLength(1);
  });

  it('has no end beyond the file', () => {
    const edits = [{ start: 5, end: Infinity, bytes: Uint8Array.of(255, 0) }];
    expect(writtenEdits(edits, 9)).toEqual([{ start: 5, end: 9, bytes: 'ff00' }]);
  });
});
