import { describe, expect, it } from '@jest/globals';
import { Fields } from '../../transfer/fields.js';
import { decodeText, factsOfJson } from './read-beside.js';
import { factsOfXmp } from './xmp.js';

const packet = (description: string): string => `<?xpacket begin='' id='W5M0MpCehiHzreSzNTczkc9d'?>
<x:xmpmeta xmlns:x='adobe:ns:meta/' x:xmptk='Image::ExifTool 12.40'>
<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>${description}</rdf:RDF></x:xmpmeta>
<?xpacket end='w'?>`;

describe('XMP', () => {
  it('as Immich and ExifTool write it, with a way to each tag and positions in minutes', () => {
    const xmp = packet(`
      <rdf:Description rdf:about='' xmlns:digiKam='http://www.digikam.org/ns/1.0/'>
        <digiKam:TagsList><rdf:Seq><rdf:li>places/Alps</rdf:li><rdf:li>snow</rdf:li></rdf:Seq></digiKam:TagsList>
      </rdf:Description>
      <rdf:Description rdf:about='' xmlns:exif='http://ns.adobe.com/exif/1.0/'>
        <exif:DateTimeOriginal>2025-07-02T01:20:00+02:00</exif:DateTimeOriginal>
        <exif:GPSLatitude>33,52.1234S</exif:GPSLatitude>
        <exif:GPSLongitude>151,12,30E</exif:GPSLongitude>
      </rdf:Description>`);
    expect(factsOfXmp(xmp)).toEqual({
      tags: ['Alps', 'snow'],
      capturedAt: '2025-07-02T01:20:00+02:00',
      position: { latitude: expect.closeTo(-33.868_723, 5), longitude: expect.closeTo(151.208_333, 5) },
    });
  });

  it('as Lightroom writes it, with properties as attributes and other prefixes', () => {
    const xmp = packet(`
      <rdf:Description rdf:about='' xmlns:e='http://ns.adobe.com/exif/1.0/' xmlns:d='http://purl.org/dc/elements/1.1/'
        xmlns:lr='http://ns.adobe.com/lightroom/1.0/' e:GPSLatitude='46.5' e:GPSLongitude='8.25'>
        <d:subject><rdf:Bag><rdf:li>Alps &amp; <![CDATA[lakes]]></rdf:li></rdf:Bag></d:subject>
        <lr:hierarchicalSubject><rdf:Bag><rdf:li>nature|Alps &amp; lakes</rdf:li></rdf:Bag></lr:hierarchicalSubject>
      </rdf:Description>`);
    expect(factsOfXmp(xmp)).toEqual({
      tags: ['Alps & lakes'],
      position: { latitude: 46.5, longitude: 8.25 },
    });
  });

  const described = (content: string): string =>
    packet(`<rdf:Description rdf:about='' xmlns:dc='http://purl.org/dc/elements/1.1/'
      xmlns:lr='http://ns.adobe.com/lightroom/1.0/' xmlns:digiKam='http://www.digikam.org/ns/1.0/'
      xmlns:exif='http://ns.adobe.com/exif/1.0/' xmlns:xmp='http://ns.adobe.com/xap/1.0/'
      xmlns:photoshop='http://ns.adobe.com/photoshop/1.0/'>${content}</rdf:Description>`);
  const list = (name: string, ...items: readonly string[]): string =>
    `<${name}><rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag></${name}>`;
  const each = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(([name, value]) => `<${name}>${value}</${name}>`)
      .join('');

  it.each([
    [list('dc:subject', 'B/W', 'AC/DC', '24/7'), ['B/W', 'AC/DC', '24/7']],
    [list('dc:subject', 'a|b'), ['a|b']],
    [list('lr:hierarchicalSubject', 'Style|B/W'), ['B/W']],
    [list('digiKam:TagsList', 'Style/a|b', 'places/Alps/', '/'), ['a|b', 'Alps']],
    [list('dc:subject', 'AC/DC') + list('digiKam:TagsList', 'AC/DC', 'bands/Queen'), ['AC/DC', 'Queen']],
  ])('divides the ways to tags alone: %#', (content, tags) => {
    expect(factsOfXmp(described(content)).tags).toEqual(tags);
  });

  it.each([
    [{ 'exif:GPSLatitude': '33.8687', 'exif:GPSLatitudeRef': 'S' }, -33.8687],
    [{ 'exif:GPSLatitude': '33,52.122', 'exif:GPSLatitudeRef': 'S' }, -33.8687],
    [{ 'exif:GPSLatitude': '33,8687', 'exif:GPSLatitudeRef': 'S' }, -33.8687],
    [{ 'exif:GPSLatitude': '33,52.122S' }, -33.8687],
    [{ 'exif:GPSLatitude': '-33.8687' }, -33.8687],
    [{ 'exif:GPSLatitude': '33.8687', 'exif:GPSLatitudeRef': 'up' }, undefined],
    [{ 'exif:GPSLatitude': '93.8687', 'exif:GPSLatitudeRef': 'S' }, undefined],
  ])('a latitude of %j', (latitude, degrees) => {
    const longitude = { 'exif:GPSLongitude': '70.5', 'exif:GPSLongitudeRef': 'W' };
    const { position } = factsOfXmp(described(each({ ...latitude, ...longitude })));
    expect(position).toEqual(degrees === undefined ? undefined : { latitude: degrees, longitude: -70.5 });
  });

  it('no position at 0, 0', () => {
    const { position } = factsOfXmp(
      described(each({ 'exif:GPSLatitude': '0,0N', 'exif:GPSLongitude': '0,0E' })),
    );
    expect(position).toBeUndefined();
  });

  it.each([
    [{ 'exif:DateTimeOriginal': '2015-13-44T99:00:00' }, undefined],
    [
      { 'exif:DateTimeOriginal': '2015-13-44T99:00:00', 'xmp:CreateDate': '2015-01-02T03:04' },
      '2015-01-02T03:04:00',
    ],
    [{ 'exif:DateTimeOriginal': '2015:01:02 03:04:05' }, '2015-01-02T03:04:05'],
    [{ 'exif:DateTimeOriginal': '2015-01-02T03:04:05+99:00' }, '2015-01-02T03:04:05'],
    [
      { 'exif:DateTimeOriginal': '2015-01-02T03:04:05.25', 'exif:OffsetTimeOriginal': '+0545' },
      '2015-01-02T03:04:05.25+05:45',
    ],
    [
      { 'photoshop:DateCreated': '2015-01-02', 'exif:DateTimeDigitized': '2016-01-02T03:04:05Z' },
      '2016-01-02T03:04:05Z',
    ],
  ])('the time of %j', (times, capturedAt) => {
    expect(factsOfXmp(described(each(times))).capturedAt).toBe(capturedAt);
  });

  it.each([
    ['', 'nothing'],
    ['<a><b></a>', 'no XML'],
    [`<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>${packet('')}&e;`, 'an entity of its own'],
    [packet(`<rdf:Description rdf:about='&big;'/>`), 'an unknown entity'],
  ])('refuses %#', (text) => {
    expect(() => factsOfXmp(text)).toThrow();
  });
});

describe('JSON beside an image', () => {
  const read = (value: unknown) => factsOfJson(Fields.parse(JSON.stringify(value)));

  it('as Google Takeout writes it', () => {
    const takeout = {
      title: 'lake.jpg',
      photoTakenTime: { timestamp: '1751414400', formatted: 'Jul 2, 2025' },
      geoData: { latitude: 0.0, longitude: 0.0, altitude: 0.0 },
      geoDataExif: { latitude: 46.5, longitude: 8.25 },
      people: [{ name: 'Ada' }, {}],
    };
    expect(read(takeout)).toEqual({
      tags: ['Ada'],
      capturedAt: '2025-07-02T00:00:00.000Z',
      position: { longitude: 8.25, latitude: 46.5 },
    });
  });

  it.each([
    [
      { tags: ['a', 1, null], latitude: 1, longitude: 2 },
      { tags: ['a'], position: { longitude: 2, latitude: 1 } },
    ],
    [{ latitude: 91, longitude: 2 }, { tags: [] }],
    [['tags'], { tags: [] }],
    [{ capturedAt: 'hello', latitude: 0, longitude: 0 }, { tags: [] }],
    [{ capturedAt: '2015-02-30T10:00:00' }, { tags: [] }],
    [{ capturedAt: '2015-02-28T10:00:00+05:45' }, { tags: [], capturedAt: '2015-02-28T10:00:00+05:45' }],
    [{ photoTakenTime: { timestamp: '-2071908000' } }, { tags: [], capturedAt: '1904-05-06T14:00:00.000Z' }],
    [{ photoTakenTime: { timestamp: -1 } }, { tags: [], capturedAt: '1969-12-31T23:59:59.000Z' }],
    [{ photoTakenTime: { timestamp: '0' } }, { tags: [] }],
    [{ photoTakenTime: { timestamp: '' } }, { tags: [] }],
    [
      { photoTakenTime: { timestamp: '0x10' }, capturedAt: '2015-01-01T00:00:00' },
      { tags: [], capturedAt: '2015-01-01T00:00:00' },
    ],
    [
      { latitude: '46,501', longitude: '8.25' },
      { tags: [], position: { longitude: 8.25, latitude: 46.501 } },
    ],
    [null, { tags: [] }],
    [{ tags: 'a', people: 'b', photoTakenTime: { timestamp: 'x' } }, { tags: [] }],
  ])('reads %j', (json, facts) => {
    expect(read(json)).toEqual(facts);
  });
});

describe('a text', () => {
  const text = '\ufeff{"tags": ["Ærø 🏔"]}';
  const units = (value: string): readonly number[] =>
    Array.from({ length: value.length }, (_, index) => value.charCodeAt(index));
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const bytesOf = (values: readonly number[], size: number, order: 'big' | 'little'): Uint8Array =>
    Uint8Array.from(
      values.flatMap((value) => {
        const bytes = Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) % 256);
        return order === 'little' ? bytes : bytes.reverse();
      }),
    );

  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-16, big', bytesOf(units(text), 2, 'big')],
    ['UTF-16, little', bytesOf(units(text), 2, 'little')],
    ['UTF-32, big', bytesOf(points, 4, 'big')],
    ['UTF-32, little', bytesOf(points, 4, 'little')],
  ])('in %s is read with a byte order mark and without one', (name, bytes) => {
    const mark = name === 'UTF-8' ? 3 : name.startsWith('UTF-16') ? 2 : 4;
    for (const one of [bytes, bytes.subarray(mark)]) expect(decodeText(one)).toBe(text.slice(1));
  });

  it.each([[], [0], [0xff, 0xfe], [0x3c, 0, 0], [0, 0, 0, 1, 0xff, 0xff, 0xff, 0xff]])(
    'of broken bytes is some text: %#',
    (...bytes) => {
      expect(typeof decodeText(Uint8Array.from(bytes.flat()))).toBe('string');
    },
  );
});
