import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesOf, joined } from '../bytes.js';
import { embeddedXmp, MAX_XMP_BYTES } from './embedded-xmp.js';

const names = ['rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"', 'dc="http://purl.org/dc/elements/1.1/"'];
const packet = (content: string): string =>
  `<rdf:RDF ${names.map((name) => `xmlns:${name}`).join(' ')}><rdf:Description>${content}</rdf:Description></rdf:RDF>`;
const titled = packet('<dc:title>Lake</dc:title>');
const utf16 = (text: string): Uint8Array =>
  joined([0xff, 0xfe], ...[...text].map((character) => [character.charCodeAt(0), 0]));

describe('XMP in a file', () => {
  it.each([
    ['plain', bytesOf(titled)],
    ['with a byte order mark and padding', bytesOf(`\xef\xbb\xbf${titled}${' '.repeat(2_000)}`)],
    ['with zeros behind it', bytesOf(`${titled}\0\0`)],
    ['in UTF-16', utf16(titled)],
  ])('%s is read', (_, bytes) => {
    expect(embeddedXmp(bytes)).toEqual({ tags: [], title: 'Lake' });
  });

  it('has its own properties, not those in a structure', () => {
    const inside =
      '<rdf:li><rdf:Description dc:title="Other"><dc:subject>no</dc:subject></rdf:Description></rdf:li>';
    const regions = `<dc:relation><rdf:Bag>${inside}</rdf:Bag></dc:relation>`;
    const bytes = bytesOf(packet(`${regions}<dc:title>Lake</dc:title>`));
    expect(embeddedXmp(bytes)).toEqual({ tags: [], title: 'Lake' });
  });

  const bomb = Array.from({ length: 40 }, (_, at) => `<!ENTITY e${at + 1} "&e${at};&e${at};">`).join('');
  const many = (part: string, count: number): string => packet(part.repeat(count));

  it.each([
    ['nothing', ''],
    ['only zeros', '\0'.repeat(10_000)],
    [
      'entities that expand',
      `<!DOCTYPE x [<!ENTITY e0 "lol">${bomb}]>${packet('<dc:title>&e40;</dc:title>')}`,
    ],
    ['an entity of a file', `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${packet('&e;')}`],
    ['depth', '<a>'.repeat(80_000)],
    ['depth that is closed again', packet('<a>'.repeat(70) + '</a>'.repeat(70))],
    ['many elements', many('<a/>', 20_000)],
    ['many attributes', packet(`<a ${Array.from({ length: 12_000 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['an end too early', titled.slice(0, -5)],
    ['too many bytes', titled + ' '.repeat(MAX_XMP_BYTES)],
    ['another encoding than it has', utf16(titled).join()],
  ])('with %s is left alone', (_, text) => {
    expect(embeddedXmp(bytesOf(text))).toBeUndefined();
  });

  it('has at most 1,000 keywords', () => {
    const items = Array.from({ length: 3_000 }, (_, at) => `<rdf:li>${at}</rdf:li>`).join('');
    const found = embeddedXmp(bytesOf(packet(`<dc:subject><rdf:Bag>${items}</rdf:Bag></dc:subject>`)));
    expect(found?.tags).toHaveLength(1_000);
  });

  it('never fails', () => {
    const whole = bytesOf(titled);
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(changes, (list) => {
        const bytes = whole.slice();
        for (const [at, byte] of list) bytes[at] = byte;
        embeddedXmp(bytes);
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void embeddedXmp(bytes)));
  });
});
