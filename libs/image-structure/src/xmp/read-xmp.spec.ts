import { describe, expect, it } from '@jest/globals';
import { readXmp } from './read-xmp.js';

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
    expect(readXmp(xmp)).toEqual({
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
    expect(readXmp(xmp)).toEqual({
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
    expect(readXmp(described(content)).tags).toEqual(tags);
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
    const { position } = readXmp(described(each({ ...latitude, ...longitude })));
    expect(position).toEqual(degrees === undefined ? undefined : { latitude: degrees, longitude: -70.5 });
  });

  it('no position at 0, 0', () => {
    const { position } = readXmp(
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
    expect(readXmp(described(each(times))).capturedAt).toBe(capturedAt);
  });

  const said = (content: string): unknown => {
    const names = ['MicrosoftPhoto="http://ns.microsoft.com/photo/1.0/"', 'f="http://www.fstopapp.com/xmp/"'];
    const { tags, ...others } = readXmp(
      described(content).replace('<rdf:Description', `$& ${names.map((name) => `xmlns:${name}`).join(' ')}`),
    );
    return others;
  };

  const cropped = {
    'c:HasCrop': 'True',
    'c:CropLeft': '0.25',
    'c:CropTop': '0',
    'c:CropRight': '0.75',
    'c:CropBottom': '1',
  };
  const crop = { left: 0.25, top: 0, width: 0.5, height: 1 };

  it.each([
    [{ 't:Orientation': '6' }, { orientation: 6 }],
    [{ 't:Orientation': '9' }, undefined],
    [cropped, undefined],
    [
      { ...cropped, 't:Orientation': '1' },
      { orientation: 1, crop },
    ],
    [{ ...cropped, 't:Orientation': '8', 'c:HasCrop': 'False' }, { orientation: 8 }],
    [{ ...cropped, 't:Orientation': '8', 'c:AlreadyApplied': 'True' }, { orientation: 8 }],
    [{ ...cropped, 't:Orientation': '8', 'c:CropAngle': '1.5' }, { orientation: 8 }],
    [{ ...cropped, 't:Orientation': '8', 'c:CropTop': 'x' }, { orientation: 8 }],
  ])('how others show the pixels: %j', (values, shown) => {
    const names = ['t="http://ns.adobe.com/tiff/1.0/"', 'c="http://ns.adobe.com/camera-raw-settings/1.0/"'];
    const open = `<rdf:Description ${names.map((name) => `xmlns:${name}`).join(' ')}`;
    expect(readXmp(packet(`${open}>${each(values)}</rdf:Description>`)).shown).toEqual(shown);
  });

  it('of a namespace without its last slash, as ExifTool writes it', () => {
    const name = 'xmlns:m="http://ns.microsoft.com/photo/1.0"';
    const { rating } = readXmp(packet(`<rdf:Description ${name} m:Rating="75"/>`));
    expect(rating).toBe(4);
  });

  it.each([
    [each({ 'xmp:Rating': '3' }), { rating: 3 }],
    [each({ 'xmp:Rating': '4.0' }), { rating: 4 }],
    [each({ 'xmp:Rating': '-1' }), { rating: -1 }],
    [each({ 'xmp:Rating': '6' }), {}],
    [each({ 'xmp:Rating': 'good' }), {}],
    [each({ 'MicrosoftPhoto:Rating': '99' }), { rating: 5 }],
    [each({ 'MicrosoftPhoto:Rating': '50' }), { rating: 3 }],
    [each({ 'MicrosoftPhoto:Rating': '1' }), { rating: 1 }],
    [each({ 'MicrosoftPhoto:Rating': '75', 'xmp:Rating': '2' }), { rating: 2 }],
    [each({ 'f:favorite': '1' }), { favourite: true }],
    [each({ 'f:favorite': '0', 'xmp:Rating': '5' }), { rating: 5 }],
    [list('dc:title', 'Lake', 'See'), { title: 'Lake' }],
    [list('dc:description', 'At the lake'), { caption: 'At the lake' }],
    [list('dc:description', 'OLYMPUS DIGITAL CAMERA'), {}],
    [list('dc:description', 'oznorWO'), {}],
    [list('dc:description', 'David with a digital camera'), { caption: 'David with a digital camera' }],
  ])('what is said by %s', (content, expected) => {
    expect(said(content)).toEqual(expected);
  });

  it.each([
    ['', 'nothing'],
    ['<a><b></a>', 'no XML'],
    [`<!DOCTYPE r [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>${packet('')}&e;`, 'an entity of its own'],
    [packet(`<rdf:Description rdf:about='&big;'/>`), 'an unknown entity'],
  ])('refuses %#', (text) => {
    expect(() => readXmp(text)).toThrow();
  });
});
