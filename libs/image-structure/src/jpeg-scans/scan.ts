import { ZEROS, type HuffmanTable } from './huffman-table.js';
import type { ScanBits } from './scan-bits.js';

const PAGE_BLOCKS = 1_024;

const COEFFICIENTS = 64;

/** A component of the image. */
export interface Component {
  readonly id: number;
  /** Blocks of it in a unit of all components, across and down. */
  readonly across: number;
  readonly down: number;
  /** Blocks of it in a scan of its own. */
  readonly blocks: number;
  readonly quantization: number;
  /** For each coefficient, how many of its low bits are to come; -1 if all are. */
  readonly missing: number[];
  /** Only refinements need it. */
  readonly nonzero: Nonzero;
}

/** What a component is coded with in a scan. */
export interface Coded {
  readonly component: Component;
  readonly dc: HuffmanTable;
  readonly ac: HuffmanTable;
}

/** The header of a scan: which coefficients (`from` to `to`), and which of their bits. */
export interface ScanHeader {
  readonly parts: readonly Coded[];
  readonly isProgressive: boolean;
  readonly from: number;
  readonly to: number;
  readonly high: number;
  /** Units of blocks, and how many there are between restarts; 0 for no restarts. */
  readonly units: number;
  readonly restartEvery: number;
}

/**
 * Goes through the coded blocks of a scan, without computing pixels (ITU-T T.81, F.2 and G.2). Reads invalid codes as
 * decoders do, which do not stop there.
 */
export class Scan {
  /** Whether it ended before its blocks did. */
  isCutShort = false;
  private done = 0;
  /** The number of blocks that have no more codes. */
  private skipped = 0;
  /** The number of units before the next restart. */
  private limit: number;
  /** The parts of a unit, one for each block. */
  private readonly blocks: readonly Coded[];

  constructor(
    private readonly header: ScanHeader,
    private readonly bits: ScanBits,
  ) {
    const { parts } = header;
    const times = ({ component }: Coded): number =>
      parts.length === 1 ? 1 : component.across * component.down;
    this.blocks = parts.flatMap((part) => Array.from({ length: times(part) }, () => part));
    this.limit = Math.min(header.units, header.restartEvery || Infinity);
  }

  get isOver(): boolean {
    return this.done === this.header.units;
  }

  /** The number of the restart marker that comes next, if one does. */
  get restart(): number | undefined {
    const { done, limit, header } = this;
    return done === limit && !this.isOver ? (limit / header.restartEvery - 1) % 8 : undefined;
  }

  restarted(): void {
    const { units, restartEvery } = this.header;
    this.skipped = 0;
    this.limit = Math.min(units, this.limit + restartEvery);
  }

  /** Ends the scan, because no more bytes come. */
  end(): void {
    this.isCutShort = true;
    this.done = this.header.units;
  }

  /** Passes units of blocks up to a restart, or until the next byte is at `limit` or beyond. */
  advance(limit: number): void {
    const { bits, blocks } = this;
    const { isProgressive, from, high } = this.header;
    while (this.done < this.limit && bits.at < limit) {
      if (this.skipped > 0 && this.skip()) continue;
      for (const part of blocks) {
        if (!isProgressive) bits.block(part.dc, part.ac);
        else if (from > 0) this.coefficients(part);
        else if (high === 0) bits.take(bits.symbol(part.dc) & 15);
        else bits.take(1);
      }
      this.done += 1;
      if (bits.isPast) {
        this.isCutShort = true;
        this.skipped = 0;
        this.done = this.limit;
      }
    }
  }

  /** Skips blocks that have no codes. Returns whether there were any. */
  private skip(): boolean {
    const [only] = this.blocks;
    const { high } = this.header;
    const next = high === 0 || only === undefined ? Infinity : only.component.nonzero.next(this.done);
    const count = Math.min(this.skipped, this.limit - this.done, next - this.done);
    this.skipped -= count;
    this.done += count;
    return count > 0;
  }

  private coefficients({ ac, component }: Coded): void {
    if (this.header.high > 0) return this.refine(ac, component.nonzero);
    const { bits } = this;
    const { from, to } = this.header;
    let [low, high] = [0, 0];
    for (let at = from; at <= to; at += 1) {
      const code = bits.symbol(ac);
      const size = code & 15;
      if (size === 0 && code < ZEROS) {
        this.skipped = this.endRun(code >> 4) - 1;
        break;
      }
      at += code >> 4;
      bits.take(size);
      // Decoders treat coefficients after the last one as the last one, and accept those of other bands.
      if (size > 0 && at < 32) low |= 1 << at;
      else if (size > 0) high |= 1 << Math.min(at, COEFFICIENTS - 1);
    }
    component.nonzero.add(this.done, low, high);
  }

  private refine(ac: HuffmanTable, nonzero: Nonzero): void {
    const { bits, done } = this;
    const { from, to } = this.header;
    let [low, high] = [nonzero.low(done), nonzero.high(done)];
    let at = from;
    while (this.skipped === 0 && at <= to) {
      const code = bits.symbol(ac);
      const size = code & 15;
      if (size === 0 && code < ZEROS) {
        this.skipped = this.endRun(code >> 4);
        break;
      }
      let corrected = size > 0 ? 1 : 0; // its sign, and a bit for each coefficient that is not 0
      for (let zeros = code >> 4; at <= to; at += 1) {
        if (((at < 32 ? low : high) >>> at) & 1) corrected += 1;
        else if (zeros === 0) break;
        else zeros -= 1;
      }
      bits.drop(corrected);
      if (size > 0 && at < 32) low |= 1 << at;
      else if (size > 0) high |= 1 << Math.min(at, COEFFICIENTS - 1);
      at += 1;
    }
    if (this.skipped > 0) {
      let corrected = 0;
      for (; at <= to; at += 1) corrected += ((at < 32 ? low : high) >>> at) & 1;
      bits.drop(corrected);
      this.skipped -= 1;
    }
    nonzero.add(done, low, high);
  }

  private endRun(size: number): number {
    return 2 ** size + this.bits.take(size);
  }
}

/**
 * Which of the 64 coefficients of each block of a component are not 0. Takes memory only for areas where some are not
 * 0.
 */
export class Nonzero {
  private readonly pages: (Int32Array | undefined)[] = [];

  /** The coefficients 0 to 31 of a block, one bit each. */
  low(block: number): number {
    return this.pages[Math.floor(block / PAGE_BLOCKS)]?.[(block % PAGE_BLOCKS) * 2] ?? 0;
  }

  /** The coefficients 32 to 63. */
  high(block: number): number {
    return this.pages[Math.floor(block / PAGE_BLOCKS)]?.[(block % PAGE_BLOCKS) * 2 + 1] ?? 0;
  }

  add(block: number, low: number, high: number): void {
    if ((low | high) === 0) return;
    const page = (this.pages[Math.floor(block / PAGE_BLOCKS)] ??= new Int32Array(PAGE_BLOCKS * 2));
    const word = (block % PAGE_BLOCKS) * 2;
    page[word] = (page[word] ?? 0) | low;
    page[word + 1] = (page[word + 1] ?? 0) | high;
  }

  /** This block, or a later one such that the blocks before it have no coefficients other than 0. */
  next(block: number): number {
    const start = Math.floor(block / PAGE_BLOCKS) * PAGE_BLOCKS;
    const page = this.pages[start / PAGE_BLOCKS];
    if (page === undefined) return start + PAGE_BLOCKS;
    let word = (block - start) * 2;
    while (word < page.length && page[word] === 0 && page[word + 1] === 0) word += 2;
    return start + word / 2;
  }
}
