import { describe, expect, it } from '@jest/globals';
import { Fields } from '../../transfer/fields.js';
import { factsOfJson } from './takeout.js';
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
    [null, { tags: [] }],
    [{ tags: 'a', people: 'b', photoTakenTime: { timestamp: 'x' } }, { tags: [] }],
  ])('reads %j', (json, facts) => {
    expect(read(json)).toEqual(facts);
  });
});
