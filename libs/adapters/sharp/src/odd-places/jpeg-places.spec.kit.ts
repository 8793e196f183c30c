import { jpegFile, jpegParts, type JpegPart } from './containers.spec.kit.js';
import type { Places } from './places.spec.kit.js';
import { MARKER } from './served.spec.kit.js';

const [SOF, SOS, DHT, DQT, DRI, DNL, APP1, APP2, APP14, COM] = [
  0xc0, 0xda, 0xc4, 0xdb, 0xdd, 0xdc, 0xe1, 0xe2, 0xee, 0xfe,
];
const segment = (marker: number, ...parts: readonly (string | Uint8Array)[]): JpegPart => ({
  marker,
  payload: Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
  ),
});
const is = (marker: number) => (part: JpegPart) => 'marker' in part && part.marker === marker;

/** With parts before the first one, or the last one, of a kind. */
function before(bytes: Buffer, marker: number, ...parts: readonly JpegPart[]): Buffer {
  const all = jpegParts(bytes);
  return jpegFile(all.toSpliced(all.findIndex(is(marker)), 0, ...parts));
}
function changed(bytes: Buffer, marker: number, change: (payload: Buffer) => Buffer): Buffer {
  return jpegFile(
    jpegParts(bytes).map((part) =>
      'marker' in part && part.marker === marker ? { marker, payload: change(part.payload) } : part,
    ),
  );
}
const beforeEnd = (bytes: Buffer, ...parts: readonly JpegPart[]): Buffer =>
  jpegFile(jpegParts(bytes).toSpliced(-1, 0, ...parts));
const iccOf = (bytes: Buffer): Buffer => {
  const part = jpegParts(bytes).find(is(APP2));
  if (part === undefined || 'raw' in part) throw new Error('There is no profile.');
  return part.payload;
};
const table = Buffer.concat([MARKER, MARKER, MARKER]).subarray(0, 64);
const codes = Buffer.concat([Buffer.from([0, 0, 0, 0, 0, MARKER.length]), Buffer.alloc(10), MARKER]);

/** A grey image of two blocks with a restart between them, and something before it. */
function withRestart(bytes: Buffer, stray: Uint8Array): Buffer {
  const parts = jpegParts(bytes);
  const scan = parts.findIndex(is(SOS)) + 1;
  const coded = parts[scan];
  if (coded === undefined || 'marker' in coded) throw new Error('There is no scan.');
  const twice = Buffer.concat([coded.raw, stray, Buffer.of(0xff, 0xd0), coded.raw]);
  const wide = parts.with(scan, { raw: twice }).map((part) => {
    if ('raw' in part || part.marker !== SOF) return part;
    const payload = Buffer.from(part.payload);
    payload.writeUInt16BE(16, 3);
    return { ...part, payload };
  });
  return jpegFile(wide.toSpliced(scan - 1, 0, segment(DRI, Uint8Array.of(0, 1))));
}

export const jpegPlaces: Places = {
  'a comment': ({ jpeg }) => before(jpeg, SOF, segment(COM, MARKER)),
  'a comment between scans': ({ progressive }) => beforeEnd(progressive, segment(COM, MARKER)),
  EXIF: ({ jpeg }) => before(jpeg, DQT, segment(APP1, 'Exif\0\0II*\0\x08\0\0\0\0\0\0\0\0\0', MARKER)),
  XMP: ({ jpeg }) => before(jpeg, DQT, segment(APP1, 'http://ns.adobe.com/xap/1.0/\0', MARKER)),
  'extended XMP': ({ jpeg }) =>
    before(jpeg, DQT, segment(APP1, 'http://ns.adobe.com/xmp/extension/\0', MARKER)),
  'application data of APP1': ({ jpeg }) => before(jpeg, DQT, segment(APP1, MARKER)),
  'a list of images': ({ jpeg }) => before(jpeg, DQT, segment(APP2, 'MPF\0', MARKER)),
  'application data of APP5': ({ jpeg }) => before(jpeg, DQT, segment(0xe5, MARKER)),
  'JUMBF in APP11': ({ jpeg }) => before(jpeg, DQT, segment(0xeb, 'JP', MARKER)),
  'IPTC in APP13': ({ jpeg }) => before(jpeg, DQT, segment(0xed, 'Photoshop 3.0\0', MARKER)),
  'behind the 12 bytes of APP14': ({ jpeg }) =>
    before(jpeg, DQT, segment(APP14, 'Adobe\0\x64\0\0\0\0\x01', MARKER)),
  'a short APP14': ({ jpeg }) => before(jpeg, DQT, segment(APP14, 'Adobe'), segment(APP14, MARKER)),
  'a thumbnail of JFIF': ({ jpeg }) =>
    jpegFile([
      ...jpegParts(jpeg).slice(0, 1),
      segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x03\x03', MARKER.subarray(0, 27)),
      ...jpegParts(jpeg).slice(1),
    ]),
  'a thumbnail of JFXX': ({ jpeg }) => before(jpeg, DQT, segment(0xe0, 'JFXX\0\x10', MARKER)),
  'behind the end': ({ jpeg }) => Buffer.concat([jpeg, MARKER]),
  'another image behind the end': ({ jpeg }) =>
    Buffer.concat([jpeg, before(jpeg, DQT, segment(COM, MARKER))]),
  'before the end marker': ({ jpeg }) => beforeEnd(jpeg, { raw: MARKER }),
  'before the end marker, with stuffed bytes': ({ jpeg }) =>
    beforeEnd(jpeg, { raw: Buffer.concat([Buffer.of(0x12, 0xff, 0), MARKER, Buffer.of(0xff, 0)]) }),
  'between scans': ({ progressive }) => {
    const parts = jpegParts(progressive);
    return jpegFile(parts.toSpliced(parts.findIndex(is(SOS)) + 2, 0, { raw: MARKER }));
  },
  'before the end marker of a progressive image': ({ progressive }) =>
    beforeEnd(progressive, { raw: MARKER }),
  'in place of the end marker': ({ jpeg }) => Buffer.concat([jpeg.subarray(0, -2), MARKER]),
  'before a restart': ({ block }) => withRestart(block, MARKER),
  'a restart': ({ block }) => Buffer.concat([withRestart(block, Buffer.of()), MARKER]),
  'between segments': ({ jpeg }) => before(jpeg, SOF, { raw: MARKER }),
  'before the first segment': ({ jpeg }) => before(jpeg, 0xdb, { raw: MARKER }),
  'an unused table of quantization': ({ jpeg }) => before(jpeg, SOF, segment(DQT, Uint8Array.of(3), table)),
  'an unused table beside used ones': ({ jpeg }) =>
    changed(jpeg, DQT, (payload) => Buffer.concat([payload, Uint8Array.of(3), table])),
  'a table of quantization that is defined anew': ({ jpeg }) =>
    before(jpeg, DQT, segment(DQT, Uint8Array.of(0), table)),
  'a table of quantization behind the pixels': ({ jpeg }) =>
    beforeEnd(jpeg, segment(DQT, Uint8Array.of(0), table)),
  'an unused table of codes': ({ jpeg }) => before(jpeg, SOS, segment(DHT, Uint8Array.of(0x13), codes)),
  'a table of codes that is defined anew': ({ jpeg }) =>
    before(jpeg, DHT, segment(DHT, Uint8Array.of(0x10), codes)),
  'a table of codes behind the pixels': ({ jpeg }) =>
    beforeEnd(jpeg, segment(DHT, Uint8Array.of(0x10), codes)),
  'a number of lines': ({ jpeg }) => before(jpeg, SOS, segment(DNL, MARKER)),
  'a long interval of restarts behind the pixels': ({ jpeg }) =>
    beforeEnd(jpeg, segment(DRI, '\0\0', MARKER)),
  'a segment of tables without one': ({ jpeg }) => beforeEnd(jpeg, segment(DHT, Uint8Array.of(0xff), MARKER)),
  'a second scan': ({ jpeg }) => {
    const parts = jpegParts(jpeg);
    const scan = parts.find(is(SOS));
    return jpegFile(parts.toSpliced(-1, 0, ...(scan ? [scan] : []), { raw: MARKER }));
  },
  'a fragment of the profile for the second time': ({ jpegWithProfile }) =>
    before(jpegWithProfile, DQT, segment(APP2, 'ICC_PROFILE\0\x01\x01', MARKER)),
  'a fragment of the profile too many': ({ jpegWithProfile }) =>
    before(jpegWithProfile, DQT, segment(APP2, 'ICC_PROFILE\0\x02\x01', MARKER)),
  'a fragment of no profile': ({ jpeg }) => before(jpeg, DQT, segment(APP2, 'ICC_PROFILE\0\x01\x01', MARKER)),
  'behind the tags of the profile': ({ jpegWithProfile }) =>
    changed(jpegWithProfile, APP2, (payload) => Buffer.concat([payload, MARKER])),
  'a private tag of the profile': ({ jpegWithProfile }) =>
    changed(jpegWithProfile, APP2, (payload) =>
      Buffer.concat([payload.subarray(0, 14), withPrivateTag(iccOf(jpegWithProfile).subarray(14))]),
    ),
};

/** A profile with one more tag. */
export function withPrivateTag(profile: Uint8Array): Buffer {
  const bytes = Buffer.from(profile);
  const tags = bytes.readUInt32BE(128);
  const tableEnd = 132 + tags * 12;
  const size = bytes.length + 12;
  const head = Buffer.from(bytes.subarray(0, tableEnd));
  head.writeUInt32BE(size + MARKER.length, 0);
  head.writeUInt32BE(tags + 1, 128);
  for (let at = 132; at < tableEnd; at += 12) head.writeUInt32BE(head.readUInt32BE(at + 4) + 12, at + 4);
  const entry = Buffer.alloc(12);
  entry.write('jane');
  entry.writeUInt32BE(size, 4);
  entry.writeUInt32BE(MARKER.length, 8);
  return Buffer.concat([head, entry, bytes.subarray(tableEnd), MARKER]);
}
