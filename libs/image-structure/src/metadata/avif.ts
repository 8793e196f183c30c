import { itemsOf, within, without, type Item } from './avif-items.js';
import type { Range } from './edits.js';
import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { bigEndian, skip, take, textOf, type MetadataWalk, type Place, type Step } from './walk.js';

const KEPT_IN_HEADER = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat', 'dinf', 'grpl']);
const KEPT_ITEMS = new Set(['av01', 'hvc1', 'grid', 'iovl', 'iden', 'tmap']);

const C2PA = '\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81';
const UUID_BYTES = 16;
const XMP_TYPE = 'application/rdf+xml';
const MAX_BOX_BYTES = 1024 * 1024;

interface Box {
  readonly type: string;
  readonly start: number;
  readonly payload: number;
  readonly end: number;
}

/** A range of metadata anywhere in the file. */
interface Hidden extends Range {
  readonly kind: MetadataKind;
}

/** State shared by the parts of the walk. */
interface Walking {
  readonly place: Place;
  readonly found: Findings;
  /** Ranges that may contain items. Everything else is file structure. */
  readonly data: Range[];
}

/** Finds the metadata of an AVIF or HEIC. It is overwritten with zeros, so that all offsets stay valid. */
export function* avifMetadata(place: Place, found: Findings): MetadataWalk {
  const walking: Walking = { place, found, data: [] };
  let hidden: readonly Hidden[] = [];
  const missing = new Set(['meta', 'mdat']);
  for (let end = 0; end < Infinity; yield* skip(end - place.offset)) {
    const start = place.offset;
    const box = yield* boxHead(place);
    if (box === undefined) break;
    if (box === 'none') {
      found.cut({ start, end: Infinity }, 'trailing-data');
      break;
    }
    end = box.end;
    if (box.type === 'meta' && missing.delete('meta')) hidden = yield* header(box, walking);
    else if (box.type === 'mdat') {
      walking.data.push({ start: box.payload, end });
      missing.delete('mdat');
      hidden = yield* lookInside(box, hidden, walking);
    } else if (box.type !== 'ftyp') yield* cutBox(box, walking);
  }
  // Metadata before the header, or too long to be read.
  for (const { kind, ...range } of hidden)
    for (const part of within(range, walking.data)) zero({ ...part, kind }, found);
  return missing.size === 0;
}

/** `none` for bytes that are not a box, `undefined` at the end of the file. */
function* boxHead(place: Place): Step<Box | 'none' | undefined> {
  const start = place.offset;
  const head = yield* take(8);
  if (head.length === 0) return undefined;
  const type = textOf(head.subarray(4));
  const short = bigEndian(head, 0, 4);
  if (head.length < 8 || !/^[\x20-\x7e]{4}$/.test(type) || (short > 1 && short < 8)) return 'none';
  if (short === 0) return { type, start, payload: place.offset, end: Infinity };
  const size = short === 1 ? bigEndian(yield* take(8), 0, 8) : short;
  return { type, start, payload: place.offset, end: Math.max(start + size, place.offset) };
}

function* header(box: Box, walking: Walking): Step<readonly Hidden[]> {
  const { place, data } = walking;
  yield* skip(4);
  const payloads = new Map<string, Uint8Array>();
  let dataStart = 0;
  while (place.offset + 8 <= box.end) {
    const child = yield* boxHead(place);
    if (child === undefined || child === 'none') break;
    const end = Math.min(child.end, box.end);
    const length = end - child.payload;
    if (child.type === 'idat') {
      dataStart = child.payload;
      data.push({ start: dataStart, end });
    }
    if ((child.type === 'iinf' || child.type === 'iloc') && length <= MAX_BOX_BYTES)
      payloads.set(child.type, yield* take(length));
    else if (!KEPT_IN_HEADER.has(child.type)) yield* cutBox({ ...child, end }, walking);
    yield* skip(end - place.offset);
  }
  const none = new Uint8Array();
  const [information = none, locations = none] = [payloads.get('iinf'), payloads.get('iloc')];
  const items = itemsOf({ information, locations, dataStart });
  const kept = items.filter(({ type }) => KEPT_ITEMS.has(type)).flatMap(({ ranges }) => ranges);
  return items
    .filter(({ type }) => !KEPT_ITEMS.has(type))
    .flatMap((item) =>
      item.ranges.flatMap((range) => without(range, kept)).map((range) => ({ ...range, kind: kindOf(item) })),
    )
    .sort((one, other) => one.start - other.start);
}

/** Inspects the metadata in this box that is still ahead. Returns the rest. */
function* lookInside(
  box: Box,
  hidden: readonly Hidden[],
  { place, found }: Walking,
): Step<readonly Hidden[]> {
  const rest: Hidden[] = [];
  for (const each of hidden) {
    const isAhead =
      each.start >= place.offset && each.end <= box.end && each.end - each.start <= MAX_BOX_BYTES;
    if (!isAhead) {
      rest.push(each);
      continue;
    }
    yield* skip(each.start - place.offset);
    const bytes = yield* take(each.end - each.start);
    if (bytes.every((byte) => byte === 0)) continue; // was cut out before
    if (each.kind === 'exif') found.readExif(bytes.subarray(4 + bigEndian(bytes, 0, 4)));
    if (each.kind === 'xmp') found.cutXmp({ start: each.start, end: each.start }, textOf(bytes));
    zero(each, found);
  }
  return rest;
}

function* cutBox({ type, payload, end }: Box, { found }: Walking): Step<void> {
  const start = Math.min(end, payload + (type === 'uuid' ? UUID_BYTES : 0));
  const uuid = textOf(yield* take(start - payload));
  const looked = yield* take(Math.min(end - start, MAX_BOX_BYTES));
  if (looked.length < MAX_BOX_BYTES && looked.every((byte) => byte === 0)) return;
  zero({ start, end, kind: uuid === C2PA ? 'content-credentials' : 'application-data' }, found);
}

function zero({ start, end, kind }: Hidden, found: Findings): void {
  found.cut({ start, end }, kind, 'zeros');
}

function kindOf({ type, contentType }: Item): MetadataKind {
  if (type === 'Exif') return 'exif';
  return contentType === XMP_TYPE ? 'xmp' : 'application-data';
}
