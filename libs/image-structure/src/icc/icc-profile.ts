import { bigEndian, textOf } from '../bytes.js';
import { merged, within, without, type Range } from '../ranges.js';

const HEADER_BYTES = 128;
const TABLE = HEADER_BYTES + 4;
const ENTRY_BYTES = 12;
/** Real profiles have 9 to 40. */
const MAX_TAGS = 1_000;
const SIGNATURE = { at: 36, text: 'acsp' };
/** From here on the header is reserved (ICC.1:2022, 7.2). */
const RESERVED_AT = 100;
/** Tags for colours, and the texts that every profile has (ICC.1:2022, 9.2, and those of version 2). */
const KEPT_TAGS =
  /^(?:[AD]2B[0-3]|B2[AD][0-3]|[rgbk]TRC|[rgb]XYZ|[wb]tpt|bkpt|chad|chrm|cicp|lumi|meas|view|vued|tech|gamt|pre[0-2]|rig0|ciis|clr[ot]|clot|ncl2|desc|cprt|dmnd|dmdd)$/;

/** A part of a profile, with its offsets in the profile and in the file. */
interface Piece {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly offset: number;
}

/** Follows an ICC profile that comes in pieces, to find what is in it besides its header and the tags for colours. */
export class IccProfile {
  private readonly head = new Uint8Array(TABLE + MAX_TAGS * ENTRY_BYTES);
  /** Bytes that came before the table of tags was complete. */
  private early: Piece[] = [];
  private gaps: readonly Range[] | undefined;
  private isDamaged = false;
  private length = 0;
  private readonly found: Range[] = [];

  /** Continues with these bytes. The first of them is at `offset` of the file. */
  add(bytes: Uint8Array, offset: number): void {
    const piece = { bytes, start: this.length, offset };
    this.length += bytes.length;
    if (this.gaps !== undefined) return this.look(piece);
    if (this.isDamaged) return;
    this.early.push({ ...piece, bytes: bytes.slice() });
    if (piece.start < this.head.length)
      this.head.set(bytes.subarray(0, this.head.length - piece.start), piece.start);
    this.readTable();
  }

  /** Whether it is a profile, as far as it has come. Decoders ignore anything that is not one. */
  get isProfile(): boolean {
    return this.gaps !== undefined;
  }

  /** Ranges of the file with bytes other than 0 that no such tag refers to. */
  get strays(): readonly Range[] {
    return this.found;
  }

  private readTable(): void {
    if (this.length < TABLE) return;
    const sizeInBytes = bigEndian(this.head, 0, 4);
    const tags = bigEndian(this.head, HEADER_BYTES, 4);
    const end = TABLE + tags * ENTRY_BYTES;
    const signature = textOf(this.head.subarray(SIGNATURE.at, SIGNATURE.at + 4));
    this.isDamaged = signature !== SIGNATURE.text || tags > MAX_TAGS || end > sizeInBytes;
    if (this.isDamaged) this.early = [];
    if (this.isDamaged || this.length < end) return;
    this.gaps = without({ start: 0, end: Infinity }, merged(this.kept(tags, sizeInBytes)));
    for (const piece of this.early) this.look(piece);
    this.early = [];
  }

  private kept(tags: number, sizeInBytes: number): readonly Range[] {
    const kept: Range[] = [
      { start: 0, end: RESERVED_AT },
      { start: HEADER_BYTES, end: TABLE },
    ];
    for (let at = TABLE; at < TABLE + tags * ENTRY_BYTES; at += ENTRY_BYTES) {
      if (!KEPT_TAGS.test(textOf(this.head.subarray(at, at + 4)))) continue;
      const start = bigEndian(this.head, at + 4, 4);
      const end = start + bigEndian(this.head, at + 8, 4);
      kept.push({ start: at, end: at + ENTRY_BYTES });
      if (start < Math.min(end, sizeInBytes)) kept.push({ start, end: Math.min(end, sizeInBytes) });
    }
    return kept;
  }

  private look({ bytes, start, offset }: Piece): void {
    for (const gap of within({ start, end: start + bytes.length }, this.gaps ?? [])) {
      if (bytes.subarray(gap.start - start, gap.end - start).every((byte) => byte === 0)) continue;
      this.found.push({ start: gap.start - start + offset, end: gap.end - start + offset });
    }
  }
}
