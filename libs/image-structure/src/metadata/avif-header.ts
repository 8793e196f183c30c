import { boxes, type Box } from '../boxes.js';
import { bigEndian, textOf } from '../bytes.js';
import { IccProfile } from '../icc/icc-profile.js';
import { entriesOf, entriesStart, type ItemEntry } from './avif-items.js';
import { strayPart } from './avif-properties.js';
import type { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';

const FULL_BOX_BYTES = 4;
/** Larger numbers of items are in no file. */
const MAX_ID = 65_535;
/** A handler before its name: version, type, and what is reserved. */
const HANDLER_BYTES = 24;
/** Names that libraries give to every file. */
const USUAL_NAMES = new Set(['', 'libavif', 'PictureHandler', 'Color', 'Alpha', 'Exif', 'XMP']);
const USUAL_MIME = /^(?:application\/rdf\+xml)?\0*$/;
/** Says that all data are in this file. */
const OWN_FILE = '\0\0\0\x1cdref\0\0\0\0\0\0\0\x01\0\0\0\x0curl \0\0\0\x01';

/** A box in the header of an AVIF or HEIC, whose payload begins at `offset` of the file. */
export interface HeaderBox {
  readonly type: string;
  readonly payload: Uint8Array;
  readonly offset: number;
}

/** Zeroes what the boxes in the header of an AVIF or HEIC have besides what decoders need. */
export class HeaderBoxes {
  private readonly items: ReadonlySet<number>;
  private readonly codings: ReadonlySet<string>;

  constructor(
    private readonly found: Findings,
    entries: readonly ItemEntry[],
  ) {
    this.items = new Set(entries.map(({ id }) => id));
    this.codings = new Set(entries.map(({ type }) => type));
  }

  look({ type, payload, offset }: HeaderBox): void {
    switch (type) {
      case 'hdlr':
        return this.handler(payload, offset);
      case 'pitm':
        return this.zeroFrom(FULL_BOX_BYTES + (payload[0] === 0 ? 2 : 4), { payload, offset });
      case 'iinf':
        for (const entry of entriesOf(payload)) this.entry(entry, offset);
        return this.zeroFrom(lengthOfBoxes(payload, entriesStart(payload)), { payload, offset });
      case 'iref':
        return this.references(payload, offset);
      case 'iprp':
        for (const box of boxes(payload)) this.properties(box, offset);
        return this.zeroFrom(lengthOfBoxes(payload, 0), { payload, offset });
      case 'grpl':
        for (const box of boxes(payload)) this.zeroFrom(groupBytes(box), within(box, offset));
        return this.zeroFrom(lengthOfBoxes(payload, 0), { payload, offset });
      case 'dinf':
        if (textOf(payload) !== OWN_FILE) this.zeroFrom(0, { payload, offset });
    }
  }

  /** Zeroes a payload from there on. */
  zeroFrom(
    start: number,
    { payload, offset }: Omit<HeaderBox, 'type'>,
    kind: MetadataKind = 'application-data',
  ): void {
    if (payload.subarray(start).every((byte) => byte === 0)) return;
    this.found.cut({ start: offset + start, end: offset + payload.length }, kind, 'zeros');
  }

  private handler(payload: Uint8Array, offset: number): void {
    const reserved = { payload: payload.subarray(12, HANDLER_BYTES), offset: offset + 12 };
    this.zeroFrom(0, reserved);
    const [name = '', ...rest] = textOf(payload.subarray(HANDLER_BYTES)).split('\0');
    if (!USUAL_NAMES.has(name) || rest.join('') !== '') this.zeroFrom(HANDLER_BYTES, { payload, offset });
  }

  private entry({ type, name, texts, at }: ItemEntry, offset: number): void {
    const rest = textOf(texts.subarray(name.length + 1));
    const isUsual = type === 'mime' ? USUAL_MIME.test(rest) : /^\0*$/.test(rest);
    if (!USUAL_NAMES.has(name) || !isUsual) this.zeroFrom(0, { payload: texts, offset: offset + at });
  }

  private references(payload: Uint8Array, offset: number): void {
    const idLength = payload[0] === 0 ? 2 : 4;
    for (const box of boxes(payload.subarray(FULL_BOX_BYTES)))
      this.zeroFrom(this.referenceBytes(box, idLength), within(box, offset + FULL_BOX_BYTES));
    this.zeroFrom(lengthOfBoxes(payload, FULL_BOX_BYTES), { payload, offset });
  }

  /** The length of a valid reference; 0 if it names an item that does not exist. */
  private referenceBytes({ payload }: Box, idLength: number): number {
    const count = bigEndian(payload, idLength, 2);
    const length = idLength + 2 + idLength * count;
    const ids = Array.from({ length: Math.min(count, payload.length) }, (_, index) =>
      bigEndian(payload, idLength + 2 + idLength * index, idLength),
    );
    const isKnown = [bigEndian(payload, 0, idLength), ...ids].every((id) => this.items.has(id));
    return isKnown && length <= payload.length ? length : 0;
  }

  private properties(box: Box, offset: number): void {
    if (box.type === 'ipma') return this.zeroFrom(associationBytes(box.payload), within(box, offset));
    if (box.type !== 'ipco') return this.zeroFrom(0, within(box, offset));
    for (const property of boxes(box.payload)) this.property(property, offset + box.at);
    this.zeroFrom(lengthOfBoxes(box.payload, 0), within(box, offset));
  }

  private property(box: Box, offset: number): void {
    const colour = box.type === 'colr' ? textOf(box.payload.subarray(0, 4)) : '';
    if (colour === 'prof' || colour === 'rICC') return this.profile(within(box, offset));
    const { start, kind } = strayPart(box, this.codings);
    this.zeroFrom(start, within(box, offset), kind);
  }

  private profile({ payload, offset }: Omit<HeaderBox, 'type'>): void {
    const profile = new IccProfile();
    profile.add(payload.subarray(4), offset + 4);
    if (!profile.isProfile) return this.zeroFrom(4, { payload, offset });
    for (const stray of profile.strays) this.found.cut(stray, 'application-data', 'zeros');
  }
}

const within = ({ payload, at }: Box, offset: number): Omit<HeaderBox, 'type'> => ({
  payload,
  offset: offset + at,
});

/** Groups of pictures that may be shown in place of each other. */
function groupBytes({ type, payload }: Box): number {
  const count = bigEndian(payload, 8, 4);
  const length = 12 + 4 * count;
  if (type !== 'altr' || length > payload.length) return 0;
  const ids = Array.from({ length: count }, (_, index) => bigEndian(payload, 12 + 4 * index, 4));
  return ids.every((id) => id <= MAX_ID) ? length : 0;
}

/** The length of the boxes, up to the end of the last one. */
function lengthOfBoxes(payload: Uint8Array, start: number): number {
  const last = boxes(payload.subarray(start)).at(-1);
  return last === undefined ? start : start + last.at + last.payload.length;
}

/** The entries of `ipma` (ISO/IEC 23008-12, 9.3.1). */
function associationBytes(payload: Uint8Array): number {
  const idLength = payload[0] === 0 ? 2 : 4;
  const width = (payload[3] ?? 0) & 1 ? 2 : 1;
  let at = 8;
  for (let left = bigEndian(payload, 4, 4); left > 0 && at < payload.length; left -= 1)
    at += idLength + 1 + (payload[at + idLength] ?? 0) * width;
  return at;
}
