import { bytesOf } from '../bytes.js';
import { Crc32 } from '../compression/checksums.js';
import type { Edit } from '../edits.js';
import { bareExif } from './findings.js';

const ORIENTATION = 0x0112;
const SHORT = 3;
const EXIF_NAME = [0x45, 0x78, 0x69, 0x66, 0, 0];
const PNG_SIGNATURE_LENGTH = 8;
/** Further entries are not looked at. */
const MAX_ENTRIES = 1_000;

/**
 * The edits that give a JPEG or PNG another EXIF orientation and leave the rest. `head` is the beginning of the file.
 * `undefined` if the place is not in it, or has no orientation that could be replaced.
 */
export function orientationEdits(
  head: Uint8Array,
  { contentType, orientation }: { readonly contentType: string; readonly orientation: number },
): readonly Edit[] | undefined {
  if (contentType === 'image/jpeg') return jpegEdits(head, orientation);
  if (contentType === 'image/png') return pngEdits(head, orientation);
  return undefined;
}

function jpegEdits(head: Uint8Array, orientation: number): readonly Edit[] | undefined {
  const view = viewOf(head);
  /** Behind the start of the image, and behind JFIF, which has to be the first segment. */
  let place = 2;
  for (let at = 2; at + 4 <= head.length;) {
    if (head[at] !== 0xff) return undefined;
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xdf && marker !== 0xc4 && marker !== 0xcc && marker !== 0xdb)
      return [inserted(place, exifSegment(orientation))];
    const end = at + 2 + view.getUint16(at + 2);
    const content = head.subarray(at + 4, end);
    if (marker === 0xe1 && EXIF_NAME.every((byte, index) => content[index] === byte)) {
      if (end > head.length) return undefined;
      const tiff = content.subarray(EXIF_NAME.length);
      const value = orientationPlace(tiff);
      if (value === undefined) return undefined;
      const start = at + 4 + EXIF_NAME.length + value.at;
      return [{ start, end: start + 2, bytes: shortBytes(orientation, value) }];
    }
    if (marker === 0xe0 && at === 2) place = end;
    at = end;
  }
  return undefined;
}

function pngEdits(head: Uint8Array, orientation: number): readonly Edit[] | undefined {
  const view = viewOf(head);
  for (let at = PNG_SIGNATURE_LENGTH; at + 8 <= head.length;) {
    const length = view.getUint32(at);
    const type = String.fromCharCode(...head.subarray(at + 4, at + 8));
    const end = at + 12 + length;
    if (type === 'IDAT') return [inserted(at, exifChunk(bareExif(orientation)))];
    if (type === 'eXIf') {
      if (end > head.length) return undefined;
      const tiff = head.slice(at + 8, end - 4);
      const value = orientationPlace(tiff);
      if (value === undefined) return undefined;
      tiff.set(shortBytes(orientation, value), value.at);
      return [{ start: at, end, bytes: exifChunk(tiff) }];
    }
    at = end;
  }
  return undefined;
}

/** Where the value of the orientation is. */
function orientationPlace(tiff: Uint8Array): { readonly at: number; readonly isLittle: boolean } | undefined {
  if (tiff.length < 14) return undefined;
  const isLittle = tiff[0] === 0x49;
  const view = viewOf(tiff);
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return undefined;
  const count = Math.min(view.getUint16(start, isLittle), MAX_ENTRIES);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * 12;
    if (entry + 12 > tiff.length) return undefined;
    if (view.getUint16(entry, isLittle) !== ORIENTATION) continue;
    return view.getUint16(entry + 2, isLittle) === SHORT ? { at: entry + 8, isLittle } : undefined;
  }
  return undefined;
}

function inserted(at: number, bytes: Uint8Array): Edit {
  return { start: at, end: at, bytes };
}

function exifSegment(orientation: number): Uint8Array {
  const content = [...EXIF_NAME, ...bareExif(orientation)];
  return Uint8Array.from([0xff, 0xe1, 0, content.length + 2, ...content]);
}

function exifChunk(tiff: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(tiff.length + 12);
  const type = bytesOf('eXIf');
  const view = viewOf(chunk);
  view.setUint32(0, tiff.length);
  chunk.set(type, 4);
  chunk.set(tiff, 8);
  view.setUint32(8 + tiff.length, new Crc32().add(type).add(tiff).value);
  return chunk;
}

function shortBytes(value: number, { isLittle }: { readonly isLittle: boolean }): Uint8Array {
  return Uint8Array.from(isLittle ? [value, 0] : [0, value]);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
