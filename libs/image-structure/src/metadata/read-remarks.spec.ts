import { describe, expect, it } from '@jest/globals';
import { joined } from '../bytes.js';
import * as files from './metadata-files.spec.kit.js';
import { MetadataReader, type ImageMetadata } from './read-metadata.js';

const { jpeg, png, webp, avif, gif, exif, text } = files;

const packet = text(
  `<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns:dc='http://purl.org/dc/elements/1.1/'><rdf:Description
    xmlns:exif='http://ns.adobe.com/exif/1.0/' exif:DateTimeOriginal='2020-02-02T02:02:02'><dc:title>S\xc3\xa9e</dc:title></rdf:Description></rdf:RDF>`,
);

describe('what somebody wrote into a file', () => {
  it.each([
    ['JPEG', jpeg(packet, 'http://ns.adobe.com/xap/1.0/')],
    ['PNG', png('iTXt', joined(text('XML:com.adobe.xmp\0\0\0\0\0'), packet))],
    ['WebP', webp(0x04, 'XMP ', packet)],
    ['AVIF', avif(packet, 'mime')],
    ['GIF', gifWithXmp(packet)],
  ])('is read from a %s, and so is its time', async (_, bytes) => {
    for (const size of [7, bytes.length]) {
      const { kinds, facts, remarks } = await read(bytes, size);
      expect(kinds).toEqual(['xmp']);
      expect(facts).toEqual({ capturedAt: '2020-02-02T02:02:02' });
      expect(remarks).toEqual({ tags: [], title: 'Sée' });
    }
  });

  it('is read from the first packet; EXIF is more certain of the time', async () => {
    const xmp = (bytes: Uint8Array): Uint8Array =>
      jpeg(bytes, 'http://ns.adobe.com/xap/1.0/').subarray(83, -14);
    const whole = jpeg(exif, 'Exif');
    const bytes = joined(whole.subarray(0, -14), xmp(packet), xmp(text('<x/>')), whole.subarray(-14));
    const { facts, remarks } = await read(bytes);
    expect([facts, remarks.title]).toEqual([files.facts, 'Sée']);
  });

  it.each([
    ['compressed', png('iTXt', text('XML:com.adobe.xmp\0\x01\0\0\0x'))],
    ['broken', jpeg(text('<x'), 'http://ns.adobe.com/xap/1.0/')],
    ['a part', jpeg(packet, 'http://ns.adobe.com/xmp/extension/')],
  ])('is not read from XMP that is %s, and that is cut out', async (_, bytes) => {
    const { isWhole, kinds, remarks } = await read(bytes);
    expect([isWhole, kinds, remarks]).toEqual([true, ['xmp'], { tags: [] }]);
  });
});

/** The packet as it is, whose characters are sizes of sub-blocks, and what leads to their end. */
function gifWithXmp(xmp: Uint8Array): Uint8Array {
  const trailer = Uint8Array.from({ length: 258 }, (_, at) => (at === 0 ? 1 : Math.max(0, 256 - at)));
  const [bare, extension] = [gif(), joined([0x21, 0xff, 11], text('XMP DataXMP'), xmp, trailer)];
  return joined(bare.subarray(0, 19), extension, bare.subarray(19));
}

async function read(bytes: Uint8Array, size = bytes.length): Promise<ImageMetadata> {
  const reader = new MetadataReader();
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  };
  for await (const chunk of reader.readFrom(chunks())) void chunk;
  return reader.metadata;
}
