import { describe, expect, it } from '@jest/globals';
import { describeExif } from './exif.js';
import { bytesOf, joined } from '../bytes.js';

const [ASCII, RATIONAL, SIGNED_RATIONAL] = [2, 5, 10];
type Entry = readonly [tag: number, type: number, value: string | readonly (readonly [number, number])[]];

const uint = (value: number, length: number): number[] =>
  Array.from(
    { length },
    (_, index) => Math.floor((value < 0 ? value + 2 ** 32 : value) / 256 ** index) % 256,
  );

/** EXIF with these entries in the EXIF directory and in that of GPS. */
function exif({
  photo = [],
  gps = [],
}: {
  readonly photo?: readonly Entry[];
  readonly gps?: readonly Entry[];
}) {
  const directory = (entries: readonly Entry[], at: number): Uint8Array => {
    const values: number[] = [];
    const behind = at + 2 + entries.length * 12 + 4;
    const rows = entries.flatMap(([tag, type, value]) => {
      const bytes =
        typeof value === 'string'
          ? [...bytesOf(`${value}\0`)]
          : value.flatMap((one) => one.flatMap((part) => uint(part, 4)));
      const count = typeof value === 'string' ? bytes.length : value.length;
      const place = bytes.length <= 4 ? [...bytes, 0, 0, 0].slice(0, 4) : uint(behind + values.length, 4);
      if (bytes.length > 4) values.push(...bytes);
      return [...uint(tag, 2), ...uint(type, 2), ...uint(count, 4), ...place];
    });
    return joined(uint(entries.length, 2), rows, [0, 0, 0, 0], values);
  };
  const photoAt = 38;
  const photoBytes = directory(photo, photoAt);
  const pointer = (tag: number, at: number): number[] => [...uint(tag, 2), 4, 0, 1, 0, 0, 0, ...uint(at, 4)];
  return joined(
    [...bytesOf('II*\0'), ...uint(8, 4), 2, 0],
    pointer(0x8769, photoAt),
    pointer(0x8825, photoAt + photoBytes.length),
    [0, 0, 0, 0],
    photoBytes,
    directory(gps, photoAt + photoBytes.length),
  );
}

const original = (text: string): Entry => [0x9003, ASCII, text];
const digitized = (text: string): Entry => [0x9004, ASCII, text];

describe('the time in EXIF', () => {
  it.each([
    [[original('2003:08:12 14:37:14')], '2003-08-12T14:37:14'],
    [[digitized('2003:08:12 14:37:14')], '2003-08-12T14:37:14'],
    [[original('0000:00:00 00:00:00'), digitized('2003:08:12 14:37:14')], '2003-08-12T14:37:14'],
    [[original('    :  :     :  :  '), digitized('2003:08:12 14:37:14')], '2003-08-12T14:37:14'],
    [[original('2015:02:30 10:00:00'), digitized('2003:08:12 14:37:14')], '2003-08-12T14:37:14'],
    [[original('2001:01:01 01:01:01'), digitized('2003:08:12 14:37:14')], '2001-01-01T01:01:01'],
    [[original('2015/08/22 10:08:19'), [0x9011, ASCII, 'Z']], '2015-08-22T10:08:19Z'],
    [[original('2015:08:22 10:08:19'), [0x9011, ASCII, '+99:99']], '2015-08-22T10:08:19'],
    // Each time has an offset of its own.
    [[digitized('2003:08:12 14:37:14'), [0x9011, ASCII, '+01:00']], '2003-08-12T14:37:14'],
    [[digitized('2003:08:12 14:37:14'), [0x9012, ASCII, '+0100']], '2003-08-12T14:37:14+01:00'],
    [[original('0000:00:00 00:00:00')], undefined],
  ] as const)('%j is %s', (photo, time) => {
    expect(describeExif(exif({ photo })).capturedAt).toBe(time);
  });
});

describe('the position in EXIF', () => {
  const at = (latitude: readonly (readonly [number, number])[], side: string, type = RATIONAL): readonly Entry[] => [
    [1, ASCII, side],
    [2, type, latitude],
    [3, ASCII, 'E'],
    [4, RATIONAL, [[8, 1], [15, 1], [0, 1]]],
  ]; // prettier-ignore

  it.each([
    [at([[33, 1], [30, 1], [0, 1]], 'S'), -33.5],
    [at([[33, 1], [30, 1], [0, 0]], 's'), -33.5],
    [at([[-33, 1], [30, 1], [0, 1]], 'S', SIGNED_RATIONAL), -33.5],
    [at([[-33, 1], [30, 1], [0, 1]], 'N', SIGNED_RATIONAL), -33.5],
    [at([[0, 1], [0, 1], [0, 1]], 'N'), 0],
    [at([[33, 1], [30, 1], [0, 1]], ''), 33.5],
  ] as const)('%#: a latitude of %j', (gps, latitude) => {
    expect(describeExif(exif({ gps })).position).toEqual({ longitude: 8.25, latitude });
  }); // prettier-ignore

  it.each([
    at([[91, 1], [0, 1], [0, 1]], 'N'),
    at([[33, 0], [0, 1], [0, 1]], 'N'),
    at([[0, 0], [0, 0], [0, 0]], 'N'),
    at([[33, 1], [30, 1], [0, 1]], 'E'),
    at([], 'N'),
    [...at([[0, 1], [0, 1], [0, 1]], 'N').slice(0, 3), [4, RATIONAL, [[0, 1], [0, 1], [0, 1]]]] as const,
  ])('%#: none for %j', (...gps) => {
    expect(describeExif(exif({ gps })).position).toBeUndefined();
  }); // prettier-ignore
});

describe('the caption in EXIF', () => {
  const described = (caption: string): Uint8Array => {
    const bytes = bytesOf(`${caption}\0`);
    const entry = [...uint(0x010e, 2), ...uint(ASCII, 2), ...uint(bytes.length, 4), ...uint(26, 4)];
    return joined([...bytesOf('II*\0'), ...uint(8, 4), 1, 0], entry, [0, 0, 0, 0], bytes);
  };

  it.each([
    ['At the lake', 'At the lake'],
    ['S\xc3\xa9e \xf0\x9f\x8f\x94', 'Sée 🏔'],
    ['S\xe9e in Latin-1', 'Sée in Latin-1'],
    [' two\nlines ', 'two\nlines'],
  ])('%j is %j', (bytes, caption) => {
    expect(describeExif(described(bytes)).caption).toBe(caption);
  });

  it.each(['     ', 'OLYMPUS DIGITAL CAMERA', 'SONY DSC', 'DCIM\\100MEDIA\\DJI_0001.JPG', 'hdrpl'])(
    '%j is none',
    (text) => {
      expect(describeExif(described(text)).caption).toBeUndefined();
    },
  );
});
