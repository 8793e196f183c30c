import { Crc32 } from '../compression/checksums.js';
import type { TableBudget } from '../compression/table-budget.js';
import { ZlibStream } from '../compression/zlib-stream.js';
import { bigEndian, bigEndianBytes } from '../bytes.js';
import type { Findings } from './findings.js';

const CHANNELS: ReadonlyMap<number, number> = new Map([[0, 1], [2, 3], [3, 1], [4, 2], [6, 4]]); // prettier-ignore
/** Where each pass of an interlaced image begins, and the steps to its next pixel (PNG, 8.2). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** How the pixels of a PNG are stored, by its header. */
export interface PngHeader {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly colourType: number;
  readonly isInterlaced: boolean;
}

export function pngHeader(bytes: Uint8Array): PngHeader {
  const [depth = 0, colourType = 0, , , interlacing = 0] = bytes.subarray(8);
  const [width, height] = [bigEndian(bytes, 0, 4), bigEndian(bytes, 4, 4)];
  return { width, height, depth, colourType, isInterlaced: interlacing !== 0 };
}

/** The number of bytes of the pixels before they are compressed: rows, each with its filter. */
function rawBytes({ width, height, depth, colourType, isInterlaced }: PngHeader): number {
  const bits = depth * (CHANNELS.get(colourType) ?? 4);
  const rows = (across: number, down: number): number =>
    across === 0 ? 0 : down * (1 + Math.ceil((across * bits) / 8));
  if (!isInterlaced) return rows(width, height);
  return PASSES.reduce((total, [left, top, across, down]) => {
    const [columns, lines] = [Math.ceil((width - left) / across), Math.ceil((height - top) / down)];
    return total + rows(Math.max(0, columns), Math.max(0, lines));
  }, 0);
}

/** A chunk with pixels. */
export interface PixelChunk {
  readonly start: number;
  readonly type: Uint8Array;
  readonly length: number;
  /** The bytes before the pixels: in an animation, the number of the chunk. */
  readonly before: Uint8Array;
}

/** The pixels of an image or a frame, in chunks. Finds bytes behind the end of their zlib stream. */
export class PngPixels {
  private readonly zlib: ZlibStream;
  private readonly rawBytes: number;
  private crc = new Crc32();
  private isOpen = true;
  private used = 0;
  private hasStrays = false;

  constructor(header: PngHeader, budget: TableBudget) {
    this.zlib = new ZlibStream(0, budget);
    this.rawBytes = rawBytes(header);
  }

  /**
   * Whether there are more pixels than the image has, or too many parts. Surplus pixels cannot be cut out, because they
   * are compressed with the others.
   */
  get hasTooMany(): boolean {
    const { outputBytes, isDamaged, hasTooManyTables } = this.zlib;
    return hasTooManyTables || outputBytes > this.rawBytes || (isDamaged && outputBytes >= this.rawBytes);
  }

  begin({ type, before }: PixelChunk): void {
    this.isOpen = !this.zlib.hasEnded;
    this.crc = this.isOpen ? new Crc32().add(type).add(before) : this.crc;
    this.used = 0;
    this.hasStrays = false;
  }

  add(bytes: Uint8Array): void {
    const used = this.zlib.add(bytes);
    this.used += used;
    if (this.isOpen) this.crc.add(bytes.subarray(0, used));
    if (this.zlib.hasEnded) this.hasStrays ||= bytes.subarray(used).some((byte) => byte !== 0);
  }

  /** Cuts out what is behind the stream. */
  end({ start, type, length, before }: PixelChunk, found: Findings): void {
    if (!this.hasStrays) return;
    const end = start + 12 + length;
    const kept = before.length + this.used;
    if (kept === 0) return found.cut({ start, end }, 'trailing-data');
    const crc = this.isOpen ? this.crc : new Crc32().add(type).add(before);
    found.cut({ start, end: start + 4 }, 'trailing-data', Uint8Array.from(bigEndianBytes(kept, 4)));
    found.cut(
      { start: start + 8 + kept, end },
      'trailing-data',
      Uint8Array.from(bigEndianBytes(crc.value, 4)),
    );
  }
}
