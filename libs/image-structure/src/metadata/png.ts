import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { bigEndian, bytesOf, joined, type MetadataWalk, type Place, skip, take, textOf } from './walk.js';

/** Chunks that affect how pixels are displayed. Critical chunks stay in any case. */
const KEPT = new Set([
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'cICP',
  'mDCV',
  'mDCv',
  'cLLI',
  'cLLi',
  'sBIT',
  'bKGD',
  'pHYs',
  'hIST',
  'sPLT',
  'acTL',
  'fcTL',
  'fdAT',
  'sTER',
]);

const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
const KEYWORDS: readonly (readonly [RegExp, MetadataKind])[] = [
  [/^Raw profile type (?:exif|APP1)\0/i, 'exif'],
  [/^Raw profile type (?:iptc|8bim)\0/i, 'iptc'],
  [/^Comment\0/i, 'comment'],
];
const XMP = /^(?:XML:com\.adobe\.xmp|Raw profile type xmp)\0/i;
/** The part of a text chunk that is searched. */
const MAX_TEXT_BYTES = 64 * 1024;

const KINDS: Readonly<Record<string, MetadataKind | undefined>> = {
  tIME: 'time',
  caBX: 'content-credentials',
};

/** Finds the metadata of a PNG. */
export function* pngMetadata(place: Place, found: Findings): MetadataWalk {
  yield* skip(8);
  for (;;) {
    const start = place.offset;
    const head = yield* take(8);
    if (head.length < 8) return false;
    const length = bigEndian(head, 0, 4);
    const name = head.subarray(4);
    const [initial = 0] = name;
    const type = textOf(name);
    const end = start + 12 + length;
    const isAncillary = (initial & 0x20) !== 0;
    if (!isAncillary || KEPT.has(type)) {
      yield* skip(length + 4);
      if (type === 'IEND') return true;
      continue;
    }
    const looked = yield* take(Math.min(length, MAX_TEXT_BYTES));
    yield* skip(end - place.offset);
    if (type === 'eXIf') found.cutExif({ start, end, tiff: looked, wrap: (bare) => chunk('eXIf', bare) });
    else if (TEXTS.has(type)) lookAtText({ start, end, text: textOf(looked) }, found);
    else found.cut({ start, end }, KINDS[type] ?? 'application-data');
  }
}

function lookAtText(
  { start, end, text }: { readonly start: number; readonly end: number; readonly text: string },
  found: Findings,
): void {
  if (XMP.test(text)) return found.cutXmp({ start, end }, text);
  const [, kind = 'text'] = KEYWORDS.find(([keyword]) => keyword.test(text)) ?? [];
  found.cut({ start, end }, kind);
}

function chunk(type: string, payload: Uint8Array): Uint8Array {
  const checked = joined(bytesOf(type), payload);
  return joined(uint32(payload.length), checked, uint32(crc32(checked)));
}

function uint32(value: number): readonly number[] {
  return [value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

/** The checksum of a PNG chunk. Slow; for a few bytes only. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
