import { bigEndian, bytesOf, textOf } from '../bytes.js';
import { merged, within, without, type Range } from '../ranges.js';
import { HeaderBoxes, type HeaderBox } from './avif-header.js';
import { entriesOf, itemsOf, type Item } from './avif-items.js';
import { LAST_BYTE, strayUnits } from './av1-units.js';
import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { dataLength, skip, take, type MetadataWalk, type Place, type Step } from './walk.js';

const IN_HEADER = new Set(['hdlr', 'pitm', 'iloc', 'iinf', 'iprp', 'iref', 'idat', 'dinf', 'grpl']);
const PICTURES = new Set(['av01', 'hvc1', 'grid', 'iovl', 'iden', 'tmap']);
/** Brands of ISO/IEC 14496-12, 23008-12, 23000-22 and AV1-ISOBMFF. Decoders ignore others. */
const BRANDS =
  /^(?:avi[fso]|avc[is]|mi[afp][12345fr]|miaf|MA1[AB]|Mi(?:Pr|An|H[ABE]|A[BC])|msf1|he(?:i[cmsx]|v[cmsx])|tmap|iso[m2-9a-c]|mp4[12]|1pic|unif|geo1|jpe?gs?|vvic|j2ki|qt {2})$/;
const COMMON_BRAND = bytesOf('mif1');
const BRANDS_AT = 8;

const C2PA = '\xd8\xfe\xc3\xd6\x1b\x0e\x48\x3c\x92\x97\x58\x28\x87\x7e\xc4\x81';
const UUID_BYTES = 16;
const XMP_TYPE = 'application/rdf+xml';
const MAX_BOX_BYTES = 1024 * 1024;
/** Real files have one. */
const MAX_DATA_BOXES = 64;
const FREE = bytesOf('free');

interface Box {
  readonly type: string;
  readonly start: number;
  readonly payload: number;
  readonly end: number;
}

/** A range anywhere in the file with metadata, with nothing that an item names, or with a picture. */
interface Part extends Range {
  readonly kind: MetadataKind | 'unnamed' | 'av1';
}

/** Finds the metadata of an AVIF or HEIC. It is overwritten with zeros, so that all offsets stay valid. */
export function* avifMetadata(place: Place, found: Findings): MetadataWalk {
  return yield* new AvifWalk(place, found).run();
}

class AvifWalk {
  /** Ranges that may contain items. Everything else is file structure. */
  private readonly data: Range[] = [];
  /** The parts to look at, sorted, once the header is known. */
  private parts: readonly Part[] = [];
  /** Parts that could not be looked at. */
  private readonly unseen: Part[] = [];
  /** Ranges of items. */
  private named: readonly Range[] | undefined;
  private isUnreadable = false;

  constructor(
    private readonly place: Place,
    private readonly found: Findings,
  ) {}

  *run(): MetadataWalk {
    const { place, found } = this;
    for (let end = 0; end < Infinity && !this.isUnreadable; yield* skip(end - place.offset)) {
      const start = place.offset;
      const box = yield* boxHead(place);
      if (box === undefined) break;
      if (box === 'none') {
        found.cut({ start, end: Infinity }, 'trailing-data');
        break;
      }
      end = box.end;
      if (box.type === 'meta' && this.named === undefined) yield* this.header(box);
      else if (box.type === 'mdat') yield* this.lookInside(box);
      else if (box.type === 'ftyp') yield* this.brands(box);
      else yield* this.cutBox(box);
    }
    for (const part of [...this.unseen, ...this.parts]) this.zeroUnseen(part);
    return this.named !== undefined && this.data.length > 0 && !this.isUnreadable;
  }

  /** Metadata before the header, or too long to be read. */
  private zeroUnseen({ kind, ...range }: Part): void {
    if (kind === 'av1') return;
    for (const part of within(range, this.data))
      this.zero(part, kind === 'unnamed' ? 'application-data' : kind);
  }

  private *brands({ payload, end }: Box): Step<void> {
    const bytes = yield* take(Math.min(end - payload, MAX_BOX_BYTES));
    for (let at = BRANDS_AT; at + 4 <= bytes.length; at += 4)
      if (!BRANDS.test(textOf(bytes.subarray(at, at + 4))))
        this.found.cut({ start: payload + at, end: payload + at + 4 }, 'application-data', COMMON_BRAND);
  }

  private *header(box: Box): Step<void> {
    const { place, data } = this;
    yield* skip(4);
    const children: HeaderBox[] = [];
    while (place.offset + 8 <= box.end) {
      const child = yield* boxHead(place);
      if (child === undefined || child === 'none') break;
      const end = Math.min(child.end, box.end);
      const length = end - child.payload;
      if (!IN_HEADER.has(child.type)) yield* this.cutBox({ ...child, end });
      else if (length > MAX_BOX_BYTES) this.isUnreadable = true;
      else children.push({ type: child.type, payload: yield* take(length), offset: child.payload });
      yield* skip(end - place.offset);
    }
    const none = { payload: new Uint8Array(), offset: 0 };
    const of = (type: string): Omit<HeaderBox, 'type'> => children.find((each) => each.type === type) ?? none;
    const [locations, ownData] = [of('iloc'), of('idat')];
    const information = of('iinf').payload;
    const boxes = new HeaderBoxes(this.found, entriesOf(information));
    for (const child of children) boxes.look(child);
    const read = itemsOf({
      information,
      locations: locations.payload,
      dataStart: ownData.offset,
    });
    if (read === undefined) {
      this.isUnreadable = true;
      return;
    }
    boxes.zeroFrom(read.locationBytes, locations);
    this.begin(read.items);
    if (ownData.payload.length > 0) this.lookAtOwnData(ownData);
    // Parts that came before the header cannot be looked at any more.
    const unnamed = data.flatMap((range) => without(range, this.named ?? []));
    this.parts = inOrder([
      ...this.parts,
      ...unnamed.map((range) => ({ ...range, kind: 'unnamed' as const })),
    ]);
    if (ownData.payload.length > 0)
      data.push({ start: ownData.offset, end: ownData.offset + ownData.payload.length });
  }

  private begin(items: readonly Item[]): void {
    this.named = merged(items.flatMap(({ ranges }) => ranges));
    const pictures = items.filter(({ type }) => PICTURES.has(type));
    const kept = merged(pictures.flatMap(({ ranges }) => ranges));
    const hidden = items
      .filter(({ type }) => !PICTURES.has(type))
      .flatMap((item) =>
        item.ranges
          .flatMap((range) => without(range, kept))
          .map((range) => ({ ...range, kind: kindOf(item) })),
      );
    const coded = pictures
      .filter(({ type, ranges }) => type === 'av01' && ranges.length === 1)
      .flatMap(({ ranges }) => ranges.map((range) => ({ ...range, kind: 'av1' as const })));
    this.parts = inOrder([...hidden, ...coded]);
  }

  /** Data in the header itself. */
  private lookAtOwnData({ payload, offset }: Omit<HeaderBox, 'type'>): void {
    const whole = { start: offset, end: offset + payload.length };
    const unnamed = without(whole, this.named ?? []).map((range) => ({ ...range, kind: 'unnamed' as const }));
    for (const part of [...this.parts, ...unnamed])
      for (const { start, end } of within(part, [whole])) {
        const bytes = payload.subarray(start - offset, end - offset);
        if (part.kind === 'av1' || bytes.every((byte) => byte === 0)) continue;
        this.look(part.kind, bytes, start);
        this.zero({ start, end }, part.kind === 'unnamed' ? 'application-data' : part.kind);
      }
    this.parts = this.parts.filter((part) => within(part, [whole]).length === 0);
  }

  /** Looks at the parts in this box that are still ahead. */
  private *lookInside(box: Box): Step<void> {
    const { place, data, named } = this;
    const whole = { start: box.payload, end: box.end };
    data.push(whole);
    if (data.length > MAX_DATA_BOXES) this.isUnreadable = true;
    if (named === undefined || this.isUnreadable) return;
    const unnamed = without(whole, named).map((range) => ({ ...range, kind: 'unnamed' as const }));
    const inside = this.parts.findIndex(({ start }) => start >= box.end);
    const next = this.parts.slice(0, inside === -1 ? undefined : inside);
    this.parts = inside === -1 ? [] : this.parts.slice(inside);
    for (const part of inOrder([...next, ...unnamed])) {
      const isAhead = part.start >= place.offset && part.end <= box.end;
      if (isAhead) yield* skip(part.start - place.offset);
      if (!isAhead || !(yield* this.isSeen(part))) this.unseen.push(part);
    }
  }

  /** Whether the part that is next could be looked at. */
  private *isSeen(part: Part): Step<boolean> {
    const { kind, start, end } = part;
    if (kind === 'av1') {
      for (const unit of yield* strayUnits(part, this.place)) {
        const last = unit.end - 1;
        this.zero({ start: unit.start, end: last }, 'application-data');
        this.found.cut({ start: last, end: unit.end }, 'application-data', Uint8Array.of(LAST_BYTE));
      }
      return true;
    }
    if (kind === 'unnamed') {
      const length = yield* dataLength(end - start);
      if (length > 0) this.zero({ start, end: start + length }, 'application-data');
      return true;
    }
    if (end - start > MAX_BOX_BYTES) return false;
    const bytes = yield* take(end - start);
    if (bytes.every((byte) => byte === 0)) return true; // was cut out before
    this.look(kind, bytes, start);
    this.zero(part, kind);
    return true;
  }

  private look(kind: Part['kind'], bytes: Uint8Array, start: number): void {
    if (kind === 'exif') this.found.readExif(bytes.subarray(4 + bigEndian(bytes, 0, 4)));
    if (kind === 'xmp') this.found.cutXmp({ start, end: start }, bytes);
  }

  /** Also replaces the type by `free`: decoders skip boxes of that type, as they skip unknown ones. */
  private *cutBox({ type, start, payload, end }: Box): Step<void> {
    const uuid = textOf(yield* take(Math.min(end - payload, type === 'uuid' ? UUID_BYTES : 0)));
    const rest = this.place.offset;
    const length = (yield* dataLength(end - rest)) + rest - payload;
    if (length === 0 || (length === rest - payload && /^\0*$/.test(uuid))) return;
    const kind = uuid === C2PA ? 'content-credentials' : 'application-data';
    if (type !== 'free') this.found.cut({ start: start + 4, end: start + 8 }, kind, FREE);
    this.zero({ start: payload, end: payload + length }, kind);
  }

  private zero(range: Range, kind: MetadataKind): void {
    this.found.cut(range, kind, 'zeros');
  }
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

function inOrder(parts: readonly Part[]): readonly Part[] {
  return parts.toSorted((one, other) => one.start - other.start);
}

function kindOf({ type, contentType }: Item): MetadataKind {
  if (type === 'Exif') return 'exif';
  return contentType === XMP_TYPE ? 'xmp' : 'application-data';
}
