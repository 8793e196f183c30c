import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseCapturedAt } from '../photo/captured-at.js';
import { readXmp } from './read-xmp.js';
import { writeXmp, type XmpContent } from './write-xmp.js';

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  .map((each) => each.normalize('NFC').trim())
  .filter((each) => each !== '' && !/\p{Cc}|[\ufffe\uffff]/u.test(each));
const angle = (limit: number): fc.Arbitrary<number> =>
  fc.integer({ min: -limit * 1e7, max: limit * 1e7 }).map((parts) => parts / 1e7 + 0);
const place = fc.record({ longitude: angle(180), latitude: angle(90) });
const position = place.filter(({ longitude, latitude }) => longitude !== 0 || latitude !== 0);
const time = fc
  .date({ min: new Date('1826-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => parseCapturedAt(date.toISOString().slice(0, 19)) ?? '');
const part = fc.double({ min: 0, max: 0.5, noNaN: true, noDefaultInfinity: true });
const crop = fc.record({ left: part, top: part, width: part, height: part });
const edit = fc.record(
  { turn: fc.constantFrom(0, 90, 180, 270), mirror: fc.boolean(), crop },
  { requiredKeys: ['turn', 'mirror'] },
);
const content: fc.Arbitrary<XmpContent> = fc
  .record(
    {
      tags: fc.uniqueArray(text, { maxLength: 8 }),
      title: text,
      caption: text,
      favourite: fc.constant(true as const),
      rating: fc.integer({ min: -1, max: 5 }),
      capturedAt: time,
      position,
    },
    { requiredKeys: ['tags'] },
  )
  .filter(({ caption = '' }) => !/camera|^\w{3,9}$/i.test(caption));

it('reads what it wrote', () => {
  fc.assert(
    fc.property(content, (written) => {
      expect(readXmp(writeXmp(written))).toEqual(written);
    }),
  );
});

it('reads what a person had set as that, and not as what the camera says', () => {
  const own = fc.record({ takenAt: time, position, edit }, { requiredKeys: [] });
  fc.assert(
    fc.property(
      own.filter((each) => Object.keys(each).length > 0),
      (set) => {
        const { takenAt: capturedAt, position: at } = set;
        const read = readXmp(writeXmp({ tags: [], capturedAt, position: at, own: set }));
        expect(read).toEqual({ tags: [], own: set });
      },
    ),
  );
});

it('writes the properties of other programs, and no namespace that it does not use', () => {
  const xmp = writeXmp({
    tags: ['AC/DC & <b>'],
    title: 'A & B',
    caption: 'one\ntwo \u0001',
    favourite: true,
    rating: -1,
    capturedAt: '2024-07-01T12:34:56+02:00',
    position: { longitude: -8.25, latitude: 46.999_999_99 },
    shown: { orientation: 6, crop: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 } },
  });
  for (const line of [
    '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A &amp; B</rdf:li></rdf:Alt></dc:title>',
    '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">one\ntwo  </rdf:li></rdf:Alt></dc:description>',
    '<dc:subject><rdf:Bag><rdf:li>AC/DC &amp; &lt;b&gt;</rdf:li></rdf:Bag></dc:subject>',
    '<digiKam:TagsList><rdf:Seq><rdf:li>AC/DC &amp; &lt;b&gt;</rdf:li></rdf:Seq></digiKam:TagsList>',
    '<xmp:Rating>-1</xmp:Rating>',
    '<fstop:favorite>1</fstop:favorite>',
    '<exif:DateTimeOriginal>2024-07-01T12:34:56+02:00</exif:DateTimeOriginal>',
    '<exif:GPSLatitude>46,59.999999N</exif:GPSLatitude>',
    '<exif:GPSLongitude>8,15.000000W</exif:GPSLongitude>',
    '<tiff:Orientation>6</tiff:Orientation>',
    '<crs:CropTop>0.2</crs:CropTop>',
    '<crs:CropRight>0.4</crs:CropRight>',
    '<crs:CropBottom>0.6</crs:CropBottom>',
  ])
    expect(xmp).toContain(line);
  expect(writeXmp({ tags: [] }).match(/xmlns:\w+/g)).toEqual(['xmlns:x', 'xmlns:rdf']);
});
