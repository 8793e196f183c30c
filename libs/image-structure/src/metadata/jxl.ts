import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { bigEndian, textOf } from '../bytes.js';
import { skip, take, type MetadataWalk, type Place } from './walk.js';

const KEPT = new Set(['JXL ', 'ftyp', 'jxlc', 'jxlp']);
/** The level of a decoder that is needed. */
const LEVEL = { type: 'jxll', boxBytes: 9 };
const IMAGE = new Set(['jxlc', 'jxlp']);
const MAX_READ_BYTES = 1024 * 1024;

/** Kinds by box type. Compressed boxes count under their original type. */
const KINDS: Readonly<Record<string, MetadataKind>> = {
  Exif: 'exif',
  'xml ': 'xmp',
  jumb: 'content-credentials',
};

/**
 * Finds the metadata of a JPEG XL in a container, whose boxes can be removed. JPEG reconstruction data is removed too,
 * because it contains comments of the JPEG. A bare codestream has no metadata, and does not say where it ends.
 */
export function* jxlMetadata(place: Place, found: Findings): MetadataWalk {
  const [first] = yield* take(2);
  if (first === 0xff) {
    yield { skip: Infinity };
    return true;
  }
  yield* skip(10);
  let hasImage = false;
  for (;;) {
    const start = place.offset;
    const head = yield* take(8);
    if (head.length === 0) return hasImage;
    const type = textOf(head.subarray(4));
    if (head.length < 8 || !/^[\x20-\x7e]{4}$/.test(type)) {
      found.cut({ start, end: Infinity }, 'trailing-data');
      return hasImage;
    }
    const short = bigEndian(head, 0, 4);
    const size = short === 1 ? bigEndian(yield* take(8), 0, 8) : short === 0 ? Infinity : short;
    const end = start + size;
    if (end < place.offset) return false;
    if (IMAGE.has(type)) hasImage = true;
    const isKept = KEPT.has(type) || (type === LEVEL.type && size === LEVEL.boxBytes);
    if (!isKept) {
      const payload = yield* take(Math.min(end - place.offset, MAX_READ_BYTES));
      cut({ type, start, end, payload }, found);
    }
    yield* skip(end - place.offset);
    if (place.offset < end) return hasImage && end === Infinity;
  }
}

function cut(
  {
    type,
    start,
    end,
    payload,
  }: { readonly type: string; readonly start: number; readonly end: number; readonly payload: Uint8Array },
  found: Findings,
): void {
  const inner = type === 'brob' ? textOf(payload.subarray(0, 4)) : type;
  if (type === 'Exif') found.readExif(payload.subarray(4 + bigEndian(payload, 0, 4)));
  if (type === 'xml ') found.cutXmp({ start, end }, payload);
  else found.cut({ start, end }, KINDS[inner] ?? 'application-data');
}
