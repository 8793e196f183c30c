import { crc32 } from 'node:zlib';
import { fixtures } from '@cairn/testkit';

/** What nobody may find in an answer. */
export const MARKER = Buffer.from('48.137N 11.575E Jane at home');

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Before the end marker. */
function jpeg(): Buffer {
  const bytes = Buffer.from(fixtures.jpeg.bytes);
  return Buffer.concat([bytes.subarray(0, -2), MARKER, bytes.subarray(-2)]);
}

/** Behind the end of the zlib stream. */
function png(): Buffer {
  const bytes = Buffer.from(fixtures.png.bytes);
  const at = bytes.indexOf('IDAT') - 4;
  const length = bytes.readUInt32BE(at);
  const checked = Buffer.concat([bytes.subarray(at + 4, at + 8 + length), MARKER]);
  const chunk = Buffer.concat([uint32(length + MARKER.length), checked, uint32(crc32(checked))]);
  return Buffer.concat([bytes.subarray(0, at), chunk, bytes.subarray(at + 12 + length)]);
}

/** In a chunk that nobody knows, within the last frame. */
function webp(): Buffer {
  const bytes = Buffer.from(fixtures.animatedWebp.bytes);
  const at = bytes.lastIndexOf('ANMF');
  const length = bytes.readUInt32LE(at + 4);
  const chunk = Buffer.concat([latin('jane'), Buffer.of(MARKER.length, 0, 0, 0), MARKER]);
  const end = at + 8 + length + (length % 2);
  const longer = Buffer.concat([bytes.subarray(0, end), chunk, bytes.subarray(end)]);
  longer.writeUInt32LE(length + (length % 2) + chunk.length, at + 4);
  longer.writeUInt32LE(longer.length - 8, 4);
  return longer;
}

/** In plain text, before the trailer. */
function gif(): Buffer {
  const bytes = Buffer.from(fixtures.gif.bytes);
  const text = Buffer.concat([
    Buffer.of(0x21, 1, 12),
    Buffer.alloc(12),
    Buffer.of(MARKER.length),
    MARKER,
    Buffer.of(0),
  ]);
  return Buffer.concat([bytes.subarray(0, -1), text, bytes.subarray(-1)]);
}

/** In data that no item names. */
function avif(): Buffer {
  const box = Buffer.concat([uint32(8 + MARKER.length), latin('mdat'), MARKER]);
  return Buffer.concat([Buffer.from(fixtures.avif.bytes), box]);
}

/** Files of every type, with the marker at places that decoders do not read. */
export const oddFiles = {
  'photo.jpg': jpeg(),
  'photo.png': png(),
  'photo.webp': webp(),
  'photo.gif': gif(),
  'photo.avif': avif(),
};
