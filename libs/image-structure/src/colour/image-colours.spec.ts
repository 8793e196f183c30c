import { describe, expect, it } from '@jest/globals';
import { ascii, box, heif, nclx, png, uint } from './colour.spec.kit.js';
import { heifPicture } from './heif-picture.js';
import { imageColours } from './image-colours.js';

const P3 = { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.3127, 0.329] };
const chrm = (...points: readonly number[]): [string, number[]] => [
  'cHRM',
  points.flatMap((value) => uint(Math.round(value * 100_000), 4)),
];
const gama = (value: number): [string, number[]] => ['gAMA', uint(value, 4)];
const srgbPoints = chrm(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06);
const p3Points = chrm(0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06);

describe('heifPicture', () => {
  it.each([
    ['one item', { items: ['av01'], associations: [[1]] }, 'av01'],
    ['wide numbers', { items: ['hvc1'], associations: [[1]], isWide: true }, 'hvc1'],
    ['a grid', { items: ['grid', 'av01'], associations: [[1], []] }, 'av01'],
    ['a grid whose tiles have the colours', { items: ['grid', 'av01'], associations: [[], [1]] }, 'av01'],
    ['a grid of wide numbers', { items: ['grid', 'hvc1'], associations: [[], [1]], isWide: true }, 'hvc1'],
  ])('tells how %s is coded, and its colours', (_, given, coding) => {
    const picture = heifPicture(heif({ properties: [nclx(12, 13)], ...given }));
    expect(picture).toMatchObject({ coding, hasProfile: false });
    expect(Array.from(picture?.nclx ?? [])).toEqual([0, 12, 0, 13, 0, 6, 0x80]);
  });

  it('is none of other bytes, wherever they are cut', () => {
    const bytes = heif({ items: ['grid', 'av01'], properties: [nclx(12, 13)], associations: [[1], []] });
    const end = bytes.length - 10; // of the header
    for (let length = 0; length < end; length += 1)
      expect(() => heifPicture(bytes.subarray(0, length))).not.toThrow();
    expect(heifPicture(bytes.subarray(0, 60))).toBeUndefined();
    expect(heifPicture(Uint8Array.from(ascii('no boxes at all, but text')))).toBeUndefined();
  });
});

describe('imageColours of an AVIF', () => {
  const of = (...properties: readonly (readonly number[])[]) =>
    imageColours(
      heif({ items: ['av01'], properties, associations: [properties.map((_, at) => at + 1)] }),
      'image/avif',
    );

  it.each<readonly [string, number, number, unknown]>([
    ['Display P3', 12, 13, { primaries: P3, transfer: 'srgb' }],
    ['BT.2020 with PQ', 9, 16, { transfer: 'pq' }],
    ['BT.2020 with HLG', 9, 18, { transfer: 'hlg' }],
    ['BT.2020 of television', 9, 14, { transfer: 'srgb' }],
    ['linear sRGB', 1, 8, { transfer: { power: 1 } }],
    ['BT.470 of 625 lines', 5, 5, { transfer: { power: 2.8 } }],
  ])('are those of %s', (_, primaries, transfer, colours) => {
    expect(of(nclx(primaries, transfer))).toMatchObject(colours as object);
  });

  it.each([
    ['sRGB', [nclx(1, 13)]],
    ['BT.709, whose numbers are shown as sRGB', [nclx(1, 1)]],
    ['unspecified', [nclx(2, 2)]],
    ['unknown', [nclx(99, 13)]],
    ['in a profile', [box('colr', ascii('prof'), [1]), nclx(12, 13)]],
    ['in no box', []],
    ['in a box that is cut', [box('colr', ascii('nclx'), [0, 12, 0])]],
  ])('are none where they are %s', (_, properties) => {
    expect(of(...properties)).toBeUndefined();
  });
});

describe('imageColours of a PNG', () => {
  const of = (...chunks: readonly (readonly [string, readonly number[]])[]) =>
    imageColours(png(...chunks), 'image/png');

  it('are by gAMA, by cHRM, or both', () => {
    expect(of(gama(100_000))).toMatchObject({ transfer: { power: 1 }, primaries: { red: [0.64, 0.33] } });
    expect(of(p3Points)).toEqual({ primaries: P3, transfer: 'srgb' });
    expect(of(gama(55_556), p3Points)).toMatchObject({ primaries: P3, transfer: { power: 1 / 0.55556 } });
  });

  it('are none of sRGB in its own terms', () => {
    expect(of()).toBeUndefined();
    expect(of(gama(45_455))).toBeUndefined();
    expect(of(gama(45_455), srgbPoints)).toBeUndefined();
    expect(of(srgbPoints)).toBeUndefined();
  });

  it('are by the first in the order cICP, iCCP, sRGB, gAMA and cHRM', () => {
    const [profile, srgb] = [
      ['iCCP', [1]],
      ['sRGB', [0]],
    ] as const;
    expect(of(gama(100_000), srgb)).toBeUndefined();
    expect(of(gama(100_000), profile)).toBeUndefined();
    expect(of(profile, gama(100_000), ['cICP', [12, 13, 0, 1]])).toEqual({ primaries: P3, transfer: 'srgb' });
    expect(of(gama(100_000), ['cICP', [1, 13, 0, 1]])).toBeUndefined();
  });

  it('are not by what cannot be', () => {
    expect(of(gama(0))).toBeUndefined();
    expect(of(['gAMA', [1]])).toBeUndefined();
    expect(of(['cHRM', [1, 2]])).toBeUndefined();
    expect(of(chrm(0.3, 0, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06))).toBeUndefined();
    expect(of(chrm(0.3127, 0.329, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3))).toBeUndefined();
    expect(of(['cICP', [9, 16, 9, 1]], gama(100_000))).toMatchObject({ transfer: { power: 1 } });
    expect(of(['cICP', [9, 16, 0, 0]])).toBeUndefined();
  });
});

it('is none of other types', () => {
  expect(imageColours(png(gama(100_000)), 'image/jpeg')).toBeUndefined();
});
