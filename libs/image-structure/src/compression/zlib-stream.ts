import { CodeTables } from './code-tables.js';
import {
  DISTANCE_BASES,
  DISTANCE_BITS,
  DISTANCES,
  END_OF_BLOCK,
  FIRST_LENGTH,
  LENGTH_BASES,
  LENGTH_BITS,
} from './deflate-codes.js';
import { KeptOutput } from './kept-output.js';
import { manySymbols } from './many-symbols.js';
import { TableBudget } from './table-budget.js';
import { StreamBits } from './stream-bits.js';

const FIXED_TABLES = new CodeTables();

type State =
  | 'header'
  | 'block'
  | 'stored length'
  | 'stored'
  | 'tables'
  | 'symbols'
  | 'distance'
  | 'distance bits'
  | 'checksum'
  | 'ended'
  | 'damaged';

/**
 * Follows a zlib stream (RFC 1950 and 1951) that comes in pieces, to find its end and the length of its content. Keeps
 * the decompressed bytes only if asked to.
 */
export class ZlibStream {
  /** The number of bytes decompressed so far. */
  outputBytes = 0;
  /** Whether following the stream was given up because it has too many tables. */
  hasTooManyTables = false;
  private state: State = 'header';
  private isLast = false;
  private readonly bits = new StreamBits();
  /** Bytes of a stored block that are to come. */
  private left = 0;
  private tables = FIXED_TABLES;
  private copied = 0;
  private distanceCode = 0;
  private readonly kept: KeptOutput | undefined;

  /**
   * @param maxKept The limit of what is kept. A stream that has more counts as damaged.
   * @param budget Shared by the streams of a file.
   */
  constructor(
    maxKept = 0,
    private readonly budget = new TableBudget(),
  ) {
    this.kept = maxKept > 0 ? new KeptOutput(maxKept) : undefined;
  }

  get hasEnded(): boolean {
    return this.state === 'ended' && this.kept?.isFull !== true;
  }

  get isDamaged(): boolean {
    return this.state === 'damaged' || this.kept?.isFull === true;
  }

  /** The decompressed bytes, if they are kept. */
  get output(): Uint8Array {
    return this.kept?.all ?? new Uint8Array();
  }

  /** Goes on with these bytes. Returns how many of them belong to the stream. */
  add(bytes: Uint8Array): number {
    if (this.hasEnded || this.isDamaged) return 0;
    this.budget.addBytes(bytes.length);
    this.bits.continueIn(bytes);
    for (let goesOn = true; goesOn && this.kept?.isFull !== true;) goesOn = this.step();
    return this.usedOf(bytes);
  }

  private usedOf({ length }: Uint8Array): number {
    return this.hasEnded ? this.bits.at - (this.bits.count >>> 3) : length;
  }

  /** Takes a step. Returns whether another one is possible with the bytes that there are. */
  private step(): boolean {
    switch (this.state) {
      case 'header':
        return this.header();
      case 'block':
        return this.block();
      case 'stored length':
        return this.storedLength();
      case 'stored':
        return this.stored();
      case 'tables':
        return this.readTables();
      case 'symbols':
        return this.symbols();
      case 'distance':
        return this.distance();
      case 'distance bits':
        return this.distanceBits();
      case 'checksum':
        return this.checksum();
      case 'ended':
      case 'damaged':
        return false;
    }
  }

  private goOn(state: State): boolean {
    this.state = state;
    return true;
  }

  private header(): boolean {
    const { bits } = this;
    if (!bits.has(16)) return false;
    const [method, flags] = [bits.take(8), bits.take(8)];
    const isZlib = method % 16 === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0;
    return this.goOn(isZlib ? 'block' : 'damaged');
  }

  private block(): boolean {
    const { bits } = this;
    if (this.isLast) {
      bits.align();
      return this.goOn('checksum');
    }
    if (!bits.has(3)) return false;
    this.isLast = bits.take(1) === 1;
    const type = bits.take(2);
    if (type === 0) {
      bits.align();
      return this.goOn('stored length');
    }
    this.tables = type === 2 ? new CodeTables() : FIXED_TABLES;
    if (type === 2 && !this.budget.takes()) {
      this.hasTooManyTables = true;
      return this.goOn('damaged');
    }
    return this.goOn(type === 1 ? 'symbols' : type === 2 ? 'tables' : 'damaged');
  }

  private storedLength(): boolean {
    const { bits } = this;
    if (!bits.has(32)) return false;
    const [length, complement] = [bits.take(16), bits.take(16)];
    if ((length ^ complement) !== 0xffff) return this.goOn('damaged');
    this.left = length;
    return this.goOn('stored');
  }

  private stored(): boolean {
    const { bits, kept } = this;
    for (; this.left > 0 && bits.count >= 8; this.left -= 1) this.literal(bits.take(8));
    const part = bits.bytes.subarray(bits.at, bits.at + this.left);
    if (kept !== undefined) for (const byte of part) kept.add(byte);
    this.outputBytes += part.length;
    bits.at += part.length;
    this.left -= part.length;
    return this.left === 0 && this.goOn('block');
  }

  private readTables(): boolean {
    const outcome = this.tables.read(this.bits);
    return outcome !== 'more' && this.goOn(outcome === 'whole' ? 'symbols' : 'damaged');
  }

  private symbols(): boolean {
    const { bits } = this;
    if (this.kept === undefined) {
      const { outcome, outputBytes } = manySymbols(bits, this.tables, this.outputBytes);
      this.outputBytes = outputBytes;
      if (outcome !== 'more') return this.goOn(outcome);
    }
    for (;;) {
      const isThere = bits.has(15);
      const found = this.tables.literals.find(bits.hold);
      const length = found & 15;
      if (found === 0 && isThere) return this.goOn('damaged');
      if (found === 0 || length > bits.count) return false;
      const symbol = found >>> 4;
      const extra = LENGTH_BITS[symbol - FIRST_LENGTH] ?? 0;
      if (length + extra > bits.count) return false;
      bits.take(length);
      if (symbol < END_OF_BLOCK) {
        this.literal(symbol);
        continue;
      }
      if (symbol === END_OF_BLOCK) return this.goOn('block');
      const base = LENGTH_BASES[symbol - FIRST_LENGTH];
      if (base === undefined) return this.goOn('damaged');
      this.copied = base + bits.take(extra);
      return this.goOn('distance');
    }
  }

  private distance(): boolean {
    const { bits } = this;
    const isThere = bits.has(15);
    const found = this.tables.distances.find(bits.hold);
    if (found === 0 && isThere) return this.goOn('damaged');
    if (found === 0 || (found & 15) > bits.count) return false;
    bits.take(found & 15);
    this.distanceCode = found >>> 4;
    return this.goOn(this.distanceCode < DISTANCES ? 'distance bits' : 'damaged');
  }

  private distanceBits(): boolean {
    const { bits } = this;
    const extra = DISTANCE_BITS[this.distanceCode] ?? 0;
    if (!bits.has(extra)) return false;
    const distance = (DISTANCE_BASES[this.distanceCode] ?? 0) + bits.take(extra);
    if (distance > this.outputBytes) return this.goOn('damaged');
    this.kept?.copy(distance, this.copied);
    this.outputBytes += this.copied;
    return this.goOn('symbols');
  }

  private checksum(): boolean {
    const { bits } = this;
    if (!bits.has(32)) return false;
    bits.hold = 0;
    bits.count -= 32;
    this.state = 'ended';
    return false;
  }

  private literal(byte: number): void {
    this.kept?.add(byte);
    this.outputBytes += 1;
  }
}
