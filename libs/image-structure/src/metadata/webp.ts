import type { Edit } from './edits.js';
import { growthUpTo, type Findings } from './findings.js';
import { bytesOf, joined, littleEndian, skip, take, textOf, type MetadataWalk, type Place } from './walk.js';

const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const HEADER_BYTES = 12;
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;
const MAX_EXIF_BYTES = 1024 * 1024;
const MAX_XMP_BYTES = 64 * 1024;

/** Finds the metadata of a WebP. The size and the feature flags in its header are adjusted. */
export function* webpMetadata(place: Place, found: Findings): MetadataWalk {
  const header = yield* take(HEADER_BYTES);
  const size = littleEndian(header, 4, 4);
  const end = 8 + size;
  let flags: { readonly at: number; readonly value: number } | undefined;
  while (place.offset < end) {
    const start = place.offset;
    const head = yield* take(8);
    if (head.length < 8) return false;
    const type = textOf(head.subarray(0, 4));
    const length = littleEndian(head, 4, 4);
    const next = start + 8 + length + (length % 2);
    if (type === 'VP8X') {
      const [value = 0] = yield* take(Math.min(1, length));
      flags = { at: start + 8, value };
    } else if (type === 'EXIF') {
      const block = yield* take(Math.min(length, MAX_EXIF_BYTES));
      const tiff = textOf(block.subarray(0, 6)) === 'Exif\0\0' ? block.subarray(6) : block;
      found.cutExif({ start, end: next, tiff, wrap: (bare) => chunk('EXIF', bare) });
    } else if (type === 'XMP ') {
      found.cutXmp({ start, end: next }, textOf(yield* take(Math.min(length, MAX_XMP_BYTES))));
    } else if (!KEPT.has(type))
      found.cut({ start, end: next }, type === 'C2PA' ? 'content-credentials' : 'application-data');
    yield* skip(next - place.offset);
  }
  found.adjust = (edits, keepsExif) => {
    const others: Edit[] = [{ start: 4, end: 8, bytes: uint32(size + growthUpTo(end + 1, edits)) }];
    const cleared = flags && flags.value & ~(XMP_FLAG | (keepsExif ? 0 : EXIF_FLAG));
    if (flags !== undefined && cleared !== undefined && cleared !== flags.value)
      others.push({ start: flags.at, end: flags.at + 1, bytes: Uint8Array.of(cleared) });
    return others;
  };
  return true;
}

function chunk(type: string, payload: Uint8Array): Uint8Array {
  return joined(bytesOf(type), uint32(payload.length), payload, payload.length % 2 === 1 ? [0] : []);
}

function uint32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}
