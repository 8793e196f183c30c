import { describe, expect, it } from '@jest/globals';
import type { SourceFile } from '../sources/source.js';
import { matchSidecars } from './match-sidecars.js';

const file = (name: string): SourceFile => ({
  name,
  sizeInBytes: 1,
  open: () => Promise.reject(new Error()),
});

const names = (files: readonly SourceFile[] = []): readonly string[] => files.map(({ name }) => name);

/** The sidecars of the first photo, the sidecars of its original, and the sidecars without a photo. */
function matched([photo = '', ...photos]: readonly string[], sidecars: readonly string[]) {
  const { own, ofOriginals, unmatched } = matchSidecars([photo, ...photos].map(file), sidecars.map(file));
  return [names(own.get(photo)), names(ofOriginals.get(photo)), names(unmatched)];
}

const LONG = 'a photo of a long name that goes on and on and on';

describe('what lies beside a photo', () => {
  it.each([
    [['a/x.jpg'], 'a/x.jpg.json'],
    [['a/x.jpg'], 'a/x.jpg.xmp'],
    [['a/x.jpg'], 'a/x.json'],
    [['a/x.jpg'], 'a/x.xmp'],
    [['a/x.jpg'], 'a/X.JPG.XMP'],
    [['x(1).jpg', 'x.jpg'], 'x.jpg(1).json'],
    [['x(1).jpg', 'x.jpg'], 'x(1).jpg.json'],
    [['x(1).jpg', 'x.jpg'], 'x(1).json'],
    [['x(1).jpg', 'x.jpg'], 'x(1).xmp'],
    [['x(12).jpg', 'x.jpg'], 'x.jpg.supplemental-metadata(12).json'],
    [['x(1).jpg', 'x.jpg'], 'x(1).jpg.supplemental-metadata.json'],
    [['x(1).jpg', 'x.jpg'], 'x.jpg.suppl(1).json'],
    // Without the ending of the photo.
    [['x.jpg', 'x(1).jpg'], 'x.supplemental-metadata.json'],
    [['x(1).jpg', 'x.jpg'], 'x.supplemental-metadata(1).json'],
    [['2013-12-23.jpg'], '2013-12-23.supp.json'],
    // A suffix that was cut.
    ...['.s', '.suppl', '.supplemental-', '.supplemental-metadat', '.', ''].map(
      (suffix) => [['x.jpg', 'y.jpg'], `x.jpg${suffix}.json`] as const,
    ),
    // A name that was cut, at characters or bytes.
    [[`${LONG}.jpg`], `${LONG.slice(0, 46)}.json`],
    [[`${LONG}(1).jpg`, `${LONG}.jpg`], `${LONG.slice(0, 46)}(1).json`],
    [[`${'湖'.repeat(20)}.jpg`], `${'湖'.repeat(15)}.json`],
    [[`${'m'.repeat(43)}.jpeg`], `${'m'.repeat(43)}.jp.json`],
    // Spelt otherwise.
    [['é.jpg'.normalize('NFC')], 'é.jpg.json'.normalize('NFD')],
    [['é.jpg'.normalize('NFD')], 'é.jpg.supplemental-metadata.json'.normalize('NFC')],
    [['x.s.jpg', 'x.jpg'], 'x.s.json'],
  ] as const)('%j: %s', (photos, sidecar) => {
    expect(matched(photos, [sidecar])).toEqual([[sidecar], [], []]);
  });

  it.each([
    [['x.jpg'], 'y.jpg.json'],
    [['x.jpg'], 'a/x.jpg.json'],
    [['a/x.jpg'], 'x.jpg.json'],
    [['x.jpg'], 'x.jpg.supplemental-metadata(1).json'],
    [['x(1).jpg'], 'x.jpg.json'],
    [['x(2).jpg'], 'x.jpg(1).json'],
    [['x.jpg'], 'x.jpg.other.json'],
    [['x.jpg'], 'x.jpg.supplemental-metadata-2.json'],
    [['x-edited.jpg'], 'x.jpg.xmp'],
    // It cannot be decided which of two photos is meant.
    [[`${LONG}1.jpg`, `${LONG}2.jpg`], `${LONG.slice(0, 46)}.json`],
    [['short name.jpg'], 'short n.json'],
  ])('of none: %j, %s', (photos, sidecar) => {
    expect(matched(photos, [sidecar])).toEqual([[], [], [sidecar]]);
  });

  it('that is most telling comes first', () => {
    const sidecars = ['x.xmp', 'x.json', 'x.jpg.xmp', 'x.jpg.supplemental-metadata.json', 'x.jpg.json'];
    expect(matched(['x.jpg'], sidecars)).toEqual([
      ['x.jpg.json', 'x.jpg.xmp', 'x.jpg.supplemental-metadata.json', 'x.json', 'x.xmp'],
      [],
      [],
    ]);
  });

  it('called as another photo of the folder is of that one', () => {
    const all = ['x.jpg', 'X.JPG', 'X.jpg'];
    const sidecars = [...all, 'x.JPG'].map((name) => `${name}.json`);
    for (const name of all)
      expect(matched([name, ...all.filter((other) => other !== name)], sidecars)[0]).toEqual([
        `${name}.json`,
      ]);
    const accents = ['NFC', 'NFD'].map((form) => 'é.jpg'.normalize(form));
    for (const name of accents)
      expect(
        matched(
          [name, ...accents.filter((other) => other !== name)],
          accents.map((one) => `${one}.json`),
        )[0],
      ).toEqual([`${name}.json`]);
  });

  it('goes to each photo whose name it has without an ending', () => {
    expect(matched(['x.jpg', 'x.png'], ['x.xmp'])[0]).toEqual(['x.xmp']);
    expect(matched(['x.png', 'x.jpg'], ['x.xmp'])[0]).toEqual(['x.xmp']);
  });
});

describe('an edited photo', () => {
  it.each([
    ...['edited', 'bearbeitet', 'modifié', 'ha editado', 'edytowane', '編集済み', 'upravené', 'edi'].map(
      (word) => [[`IMG_5-${word}.jpg`, 'IMG_5.jpg'], 'IMG_5.jpg.supplemental-metadata.json'] as const,
    ),
    [['IMG_5-edited.jpg', 'IMG_5.heic'], 'IMG_5.heic.json'],
    [['IMG_5-edited.jpg'], 'IMG_5.jpg.json'],
    [['IMG_5-edited.jpg'], 'IMG_5.HEIC.suppl.json'],
    [['N(1)-edited.jpg', 'N(1).jpg', 'N.jpg'], 'N(1).jpg.supplemental-metadata.json'],
    [['N-edited(1).jpg', 'N(1).jpg', 'N.jpg'], 'N.jpg.supplemental-metadata(1).json'],
    [['N-edited(1).jpg', 'N(1).jpg'], 'N.supplemental-metadata(1).json'],
  ] as const)('%j has the JSON of the original, %s', (photos, sidecar) => {
    expect(matched(photos, [sidecar])).toEqual([[], [sidecar], []]);
  });

  it('has its own where there is one', () => {
    const sidecars = ['x-edited.jpg.json', 'x.jpg.json'];
    expect(matched(['x-edited.jpg', 'x.jpg'], sidecars)).toEqual([['x-edited.jpg.json'], [], []]);
  });

  it.each([
    ['x-2.jpg'],
    ['x-.jpg'],
    ['x_edited.jpg'],
    ['xedited.jpg'],
    ['a/x-edited.jpg'],
    ['x-a long way from it here.jpg'],
  ])('is none called %s', (name) => {
    expect(matched([name, 'x.jpg'], ['x.jpg.json'])[1]).toEqual([]);
  });
});

it('a folder of many photos is matched in no time', () => {
  const photos = Array.from({ length: 5_000 }, (_, index) => `${LONG} ${index} of a day-edited.jpg`);
  const sidecars = [
    ...photos.map((name) => `${name.slice(0, 52)}.json`),
    ...photos.map((name) => `${name}.xmp`),
  ];
  const { own } = matchSidecars(photos.map(file), sidecars.map(file));
  expect(own.size).toBe(photos.length);
});
