import type { Edit } from '../edits.js';
import type { Range } from '../ranges.js';
import { bigEndian } from '../bytes.js';
import { HuffmanTable } from './huffman-table.js';
import { frameOf, isFrame } from './frame.js';
import { Scan, type Component } from './scan.js';
import { ScanBits } from './scan-bits.js';
import { Tables } from './tables.js';

const COEFFICIENTS = 64;
/** More than the ten blocks of a unit can take, even if every byte is stuffed. */
const RESERVE_BYTES = 16 * 1024;
/** Encoders write ten scans. Each scan may go through all blocks at the cost of a few bytes. */
const MAX_SCANS = 64;
/** Maximum ranges of stray bytes. A damaged file may have some. */
const MAX_STRAYS = 10_000;
const NONE = new Uint8Array();
const NO_CODES = new HuffmanTable(NONE, NONE);
const [DHT, DAC, SOI, EOI, SOS, DQT, DNL, DRI, APP0, APP15, COM] = [
  0xc4, 0xcc, 0xd8, 0xd9, 0xda, 0xdb, 0xdc, 0xdd, 0xe0, 0xef, 0xfe,
];
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Damaged, or in a coding that browsers do not show. */
class Unreadable extends Error {}

function unreadable(): never {
  throw new Unreadable();
}

type Phase = 'segment' | 'scan' | 'restart' | 'over' | 'unreadable';

/** What following the coded pixels of a JPEG has shown. */
export interface CodedPixels {
  /** The offset after the last coded byte; `undefined` if some are missing. */
  readonly end: number | undefined;
  /** Whether there is an end marker where decoders look for it. */
  readonly hasEndMarker: boolean;
  /** Edits that cut out bytes which no decoder reads. */
  readonly unread: readonly Edit[];
}

/** Goes through the segments of a JPEG, and through the coded blocks of its scans. */
export class PixelWalk {
  private bytes: Uint8Array = NONE;
  private at = 0;
  /** The offset in the file of the first of `bytes`. */
  private offset = 0;
  private phase: Phase = 'segment';
  private readonly bits = new ScanBits();
  private readonly tables = new Tables();
  private readonly strays: Range[] = [];
  private components: readonly Component[] = [];
  private readonly begun = new Set<Component>();
  private units = 0;
  private isProgressive = false;
  private restartEvery = 0;
  private scan: Scan | undefined;
  private scans = 0;
  private hasGaps = false;
  /** Whether decoders read no further scans. */
  private isLast = false;
  private pixelsEnd: number | undefined;
  private hasEndMarker = false;

  /** Whether more bytes can change the result. */
  add(chunk: Uint8Array): 'more' | 'over' {
    const rest = this.bytes.subarray(this.at);
    const bytes = new Uint8Array(rest.length + chunk.length);
    bytes.set(rest);
    bytes.set(chunk, rest.length);
    this.offset += this.at;
    this.at = 0;
    this.bytes = bytes;
    this.run(bytes.length - RESERVE_BYTES);
    return this.phase === 'over' || this.phase === 'unreadable' ? 'over' : 'more';
  }

  /** The bytes that are left are all that there is. */
  end(): CodedPixels | undefined {
    this.run(Infinity);
    const { pixelsEnd, hasEndMarker, strays } = this;
    if (this.phase === 'unreadable' && pixelsEnd === undefined) return undefined;
    const limit = hasEndMarker ? Infinity : (pixelsEnd ?? 0);
    const unread = [...strays.map((range) => ({ ...range, bytes: NONE })), ...this.tables.cuts()];
    return { end: pixelsEnd, hasEndMarker, unread: unread.filter(({ end }) => end <= limit) };
  }

  private run(limit: number): void {
    try {
      while (this.at < limit && this.step(limit));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.phase = 'unreadable';
    }
  }

  /** Whether it can go on with the bytes that there are. */
  private step(limit: number): boolean {
    if (this.phase === 'segment') return this.segment(limit);
    if (this.phase === 'scan') return this.coded(limit);
    return this.phase === 'restart' && this.restart();
  }

  /** Skips bytes that are not a marker, and returns the next marker; `undefined` if it has not come yet. */
  private marker(): number | undefined {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    for (;;) {
      at = bytes.indexOf(0xff, at);
      if (at === -1 || at + 1 >= bytes.length) break;
      const code = bytes[at + 1] ?? 0;
      const isMarker = code > 0x01 && code !== 0xff && (this.phase === 'restart' || !isRestart(code));
      if (isMarker) break;
      at += code === 0xff ? 1 : 2;
    }
    this.at = at === -1 ? bytes.length : at;
    this.skip(start, this.at);
    return bytes[this.at + 1];
  }

  private skip(start: number, end: number): void {
    if (this.bytes.subarray(start, end).every((byte) => byte === 0 || byte === 0xff)) return;
    this.strays.push({ start: this.offset + start, end: this.offset + end });
    if (this.strays.length > MAX_STRAYS) unreadable();
  }

  private coded(limit: number): boolean {
    const { scan, bits } = this;
    if (scan === undefined) throw new Unreadable();
    bits.continueIn(this.bytes, this.at);
    scan.advance(limit);
    if (scan.restart === undefined && !scan.isOver) bits.giveBack();
    else bits.align();
    this.at = bits.at;
    if (scan.restart !== undefined) this.phase = 'restart';
    else if (!scan.isOver) return false;
    else this.endScan(scan);
    return true;
  }

  private restart(): boolean {
    const { scan } = this;
    const marker = this.marker();
    if (scan === undefined || marker === undefined) return false;
    if (!isRestart(marker)) {
      scan.end();
      this.endScan(scan);
      return true;
    }
    // Decoders guess which part is missing, and differ in how they guess.
    if (marker - 0xd0 !== scan.restart) throw new Unreadable();
    this.at += 2;
    scan.restarted();
    this.phase = 'scan';
    return true;
  }

  private endScan(scan: Scan): void {
    this.scan = undefined;
    this.phase = 'segment';
    this.hasGaps ||= scan.isCutShort;
    const isComplete = this.components.every(({ missing }) => missing.every((left) => left === 0));
    if (isComplete && !this.hasGaps) this.pixelsEnd ??= this.offset + this.at;
    this.isLast = !this.isProgressive && this.scans === 1 && isComplete;
  }

  private segment(limit: number): boolean {
    if (this.offset + this.at === 0) this.at = 2; // the start marker
    const marker = this.marker();
    if (marker === undefined) return false;
    if (marker === EOI) {
      this.hasEndMarker = true;
      this.phase = 'over';
      return false;
    }
    if (this.at + 4 > this.bytes.length) return false;
    const start = this.at;
    const end = start + 2 + bigEndian(this.bytes, start + 2, 2);
    if (end > this.bytes.length) {
      if (limit === Infinity) throw new Unreadable();
      return false;
    }
    this.at = end;
    this.look(marker, this.bytes.subarray(start + 4, end), this.offset + start);
    return true;
  }

  private look(marker: number, payload: Uint8Array, start: number): void {
    if (marker === SOI || (this.isLast && (marker === SOS || isFrame(marker)))) throw new Unreadable();
    if (marker === DHT) this.tables.addHuffman(payload, start);
    else if (marker === DQT) this.tables.addQuantization(payload, start);
    else if (marker === DRI && payload.length === 2) this.restartEvery = bigEndian(payload, 0, 2);
    else if (marker === SOS) this.begin(payload);
    else if (isFrame(marker)) this.frame(marker, payload);
    // Decoders read the image alike without these segments. Application data and comments are metadata.
    else if (marker === DNL || marker === DAC || marker === DRI)
      this.strays.push({ start, end: start + 4 + payload.length });
    else if ((marker < APP0 || marker > APP15) && marker !== COM) throw new Unreadable();
  }

  private frame(marker: number, payload: Uint8Array): void {
    const frame = this.components.length > 0 ? undefined : frameOf(marker, payload);
    ({
      isProgressive: this.isProgressive,
      units: this.units,
      components: this.components,
    } = frame ?? unreadable());
  }

  private begin(payload: Uint8Array): void {
    const count = payload[0] ?? 0;
    const [first = 0, last = 0, approximation = 0] = payload.subarray(1 + 2 * count);
    const { isProgressive, restartEvery } = this;
    const [from, to] = isProgressive ? [first, last] : [0, COEFFICIENTS - 1];
    const [high, low] = isProgressive ? [approximation >> 4, approximation & 15] : [0, 0];
    const parts = Array.from({ length: count }, (_, index) => {
      const [id = 0, tables = 0] = payload.subarray(1 + 2 * index);
      const component = this.components.find((each) => each.id === id) ?? unreadable();
      if (!this.begun.has(component)) this.tables.useQuantization(component.quantization);
      this.begun.add(component);
      const needsDc = from === 0 && high === 0;
      const needsAc = !isProgressive || from > 0;
      const dc = needsDc ? this.codes(tables >> 4) : NO_CODES;
      const ac = needsAc ? this.codes(0x10 + (tables & 15)) : NO_CODES;
      return { component, dc, ac };
    });
    const [only] = parts;
    this.scans += 1;
    if (only === undefined || to >= COEFFICIENTS || this.scans > MAX_SCANS) throw new Unreadable();
    if (from > 0 && parts.length > 1) throw new Unreadable();
    for (const { component } of parts) for (let at = from; at <= to; at += 1) component.missing[at] = low;
    const units = count === 1 ? only.component.blocks : this.units;
    this.scan = new Scan({ parts, isProgressive, from, to, high, units, restartEvery }, this.bits);
    this.phase = 'scan';
  }

  private codes(id: number): HuffmanTable {
    return this.tables.useHuffman(id) ?? unreadable();
  }
}
