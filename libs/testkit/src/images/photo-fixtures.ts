import { writeXmp, type XmpContent } from '@cairn/image-structure';
import { fixtures } from './image-fixtures.js';

type Entry = readonly [
  tag: number,
  type: 'ascii' | 'short' | 'long' | 'rational',
  value: string | readonly number[],
];

const TYPES = {
  ascii: { number: 2, sizeInBytes: 1 },
  short: { number: 3, sizeInBytes: 2 },
  long: { number: 4, sizeInBytes: 4 },
  rational: { number: 5, sizeInBytes: 8 },
} as const;

/** What the EXIF of the photos tells. */
export const photoFacts = {
  capturedAt: '2024-05-01T10:20:30+02:00',
  camera: { make: 'Acme', model: 'Camera One' },
  position: { longitude: -122.5, latitude: 37.75 },
} as const;

/** A text in every piece of metadata of the photos, and in nothing else of them. */
export const PRIVATE_TEXT = 'SN-0042-private';

/** EXIF with a place, a time, a camera and its serial number. */
export function photoExif(orientation = 1): Uint8Array {
  const gps: readonly Entry[] = [
    [1, 'ascii', 'N'],
    [2, 'rational', [37, 1, 45, 1, 0, 1]],
    [3, 'ascii', 'W'],
    [4, 'rational', [122, 1, 30, 1, 0, 1]],
  ];
  const exif: readonly Entry[] = [
    [0x9003, 'ascii', '2024:05:01 10:20:30'],
    [0x9011, 'ascii', '+02:00'],
    [0xa431, 'ascii', PRIVATE_TEXT],
  ];
  const main = (exifAt: number, gpsAt: number): readonly Entry[] => [
    [0x010f, 'ascii', 'Acme'],
    [0x0110, 'ascii', 'Camera One'],
    [0x0112, 'short', [orientation]],
    [0x8769, 'long', [exifAt]],
    [0x8825, 'long', [gpsAt]],
  ];
  const exifAt = 8 + directory(main(0, 0), 8).length;
  const gpsAt = exifAt + directory(exif, exifAt).length;
  return Uint8Array.from([
    ...bytesOf('MM\0*'),
    ...uint32(8),
    ...directory(main(exifAt, gpsAt), 8),
    ...directory(exif, exifAt),
    ...directory(gps, gpsAt),
  ]);
}

/** A JPEG as a camera writes it, with EXIF, XMP, a comment and another image behind its end. */
export function photoJpeg(orientation = 1): Uint8Array {
  const [start, rest] = [fixtures.jpeg.bytes.subarray(0, 2), fixtures.jpeg.bytes.subarray(2)];
  return Uint8Array.from([
    ...start,
    ...segment(0xe1, [...bytesOf('Exif\0\0'), ...photoExif(orientation)]),
    ...segment(0xe1, bytesOf(`http://ns.adobe.com/xap/1.0/\0<x>${PRIVATE_TEXT}</x>`)),
    ...segment(0xfe, bytesOf(PRIVATE_TEXT)),
    ...rest,
    ...fixtures.rotatedJpeg.bytes,
    ...bytesOf(PRIVATE_TEXT),
  ]);
}

/** A JPEG with XMP by the library's own writer, as somebody describes a photo in another program. */
export function remarkedJpeg(content: XmpContent): Uint8Array {
  const [start, rest] = [fixtures.jpeg.bytes.subarray(0, 2), fixtures.jpeg.bytes.subarray(2)];
  const packet = new TextEncoder().encode(writeXmp(content));
  return Uint8Array.from([
    ...start,
    ...segment(0xe1, [...bytesOf('http://ns.adobe.com/xap/1.0/\0'), ...packet]),
    ...rest,
  ]);
}

/** The JPEG of {@link photoJpeg} without its metadata. */
export const barePhoto = fixtures.jpeg.bytes;

function directory(entries: readonly Entry[], start: number): number[] {
  const values: number[] = [];
  const valuesAt = start + 2 + entries.length * 12 + 4;
  const rows = entries.flatMap(([tag, type, value]) => {
    const bytes =
      typeof value === 'string' ? bytesOf(`${value}\0`) : value.flatMap(type === 'short' ? uint16 : uint32);
    const count = bytes.length / TYPES[type].sizeInBytes;
    const at = valuesAt + values.length;
    if (bytes.length > 4) values.push(...bytes);
    const place = bytes.length > 4 ? uint32(at) : [...bytes, 0, 0, 0, 0].slice(0, 4);
    return [...uint16(tag), ...uint16(TYPES[type].number), ...uint32(count), ...place];
  });
  return [...uint16(entries.length), ...rows, ...uint32(0), ...values];
}

function segment(marker: number, payload: readonly number[]): number[] {
  return [0xff, marker, ...uint16(payload.length + 2), ...payload];
}

function uint16(value: number): number[] {
  return [value >> 8, value % 256];
}

function uint32(value: number): number[] {
  return [...uint16(value >>> 16), ...uint16(value % 65_536)];
}

function bytesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}
