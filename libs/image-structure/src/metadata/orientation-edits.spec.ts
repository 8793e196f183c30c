import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { joined } from '../bytes.js';
import { edited, type Edit } from '../edits.js';
import { editedLength, editedPieces } from '../edited-range.js';
import { orientationEdits } from './orientation-edits.js';

const JPEG = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xdb, 0, 3, 9, 0xff, 0xc0, 0, 3, 1];

async function changed(bytes: Uint8Array, edits: readonly Edit[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of edited(only(bytes), edits)) parts.push(part);
  return joined(...parts);
}

describe('another orientation of a JPEG', () => {
  const plain = Uint8Array.from(JPEG);
  const asked = (orientation: number) => ({ contentType: 'image/jpeg', orientation });

  it('goes behind JFIF, and replaces one that is there in its place', async () => {
    const [edit] = orientationEdits(plain, asked(6)) ?? [];
    expect(edit).toMatchObject({ start: 8, end: 8 });
    const turned = await changed(plain, orientationEdits(plain, asked(6)) ?? []);
    expect(turned).toHaveLength(plain.length + 36);
    const again = orientationEdits(turned, asked(3)) ?? [];
    expect(await changed(turned, again)).toEqual(
      await changed(plain, orientationEdits(plain, asked(3)) ?? []),
    );
  });

  it('is not made where the header is cut short, or the type has none', () => {
    for (let length = 0; length < 13; length += 1)
      expect(orientationEdits(plain.subarray(0, length), asked(6))).toBeUndefined();
    expect(orientationEdits(plain, { contentType: 'image/webp', orientation: 6 })).toBeUndefined();
  });

  it('does not throw for any bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 80 }),
        fc.constantFrom('image/jpeg', 'image/png'),
        (bytes, contentType) => {
          for (const start of [
            [],
            JPEG.slice(0, 8),
            [0xff, 0xd8, 0xff, 0xe1, 0, 60, 69, 120, 105, 102, 0, 0],
          ])
            orientationEdits(Uint8Array.from([...start, ...bytes]), { contentType, orientation: 6 });
        },
      ),
    );
  });
});

describe('ranges of an edited file', () => {
  it('are slices of the whole edited file', async () => {
    const bytes = Uint8Array.from({ length: 40 }, (_, index) => index);
    const edits: readonly Edit[] = [
      { start: 0, end: 3, bytes: Uint8Array.from([200, 201]) },
      { start: 10, end: 10, bytes: Uint8Array.from([210, 211, 212]) },
      { start: 20, end: 24, bytes: 'zeros' },
      { start: 39, end: 40, bytes: new Uint8Array() },
    ];
    const whole = await changed(bytes, edits);
    expect(editedLength(bytes.length, edits)).toBe(whole.length);
    for (let start = 0; start < whole.length; start += 1)
      for (let end = start; end <= whole.length; end += 1) {
        const parts = editedPieces(bytes.length, edits, { start, end }).map((piece) =>
          'bytes' in piece ? piece.bytes : bytes.subarray(piece.from.start, piece.from.end),
        );
        expect(joined(...parts)).toEqual(whole.slice(start, end));
      }
  });
});

async function* only(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
