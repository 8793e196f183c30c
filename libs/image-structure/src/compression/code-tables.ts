import { DISTANCES, FIXED_DISTANCES, FIXED_LITERALS, LITERALS } from './deflate-codes.js';
import { HuffmanCodes } from './huffman-codes.js';
import type { StreamBits } from './stream-bits.js';

const ORDERS = 19;
const ORDER = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);
const MAX_LITERALS = 286;

/** The result of reading: not everything has arrived yet, the tables are complete, or they are invalid. */
type Outcome = 'more' | 'whole' | 'damaged';

/** Reads the tables of a block (RFC 1951, 3.2.7), as their bits come. */
export class CodeTables {
  literals = FIXED_LITERALS;
  distances = FIXED_DISTANCES;
  private sizes:
    { readonly literals: number; readonly distances: number; readonly orders: number } | undefined;
  private orders: HuffmanCodes | undefined;
  private readonly lengths = new Uint8Array(LITERALS + DISTANCES);
  private known = 0;

  read(bits: StreamBits): Outcome {
    if (this.sizes === undefined) {
      if (!bits.has(14)) return 'more';
      this.sizes = { literals: bits.take(5) + 257, distances: bits.take(5) + 1, orders: bits.take(4) + 4 };
    }
    const { literals, distances, orders } = this.sizes;
    if (literals > MAX_LITERALS || distances > DISTANCES) return 'damaged';
    if (this.orders === undefined) {
      for (; this.known < orders; this.known += 1) {
        if (!bits.has(3)) return 'more';
        this.lengths[ORDER[this.known] ?? 0] = bits.take(3);
      }
      this.orders = new HuffmanCodes(this.lengths.subarray(0, ORDERS));
      this.lengths.fill(0);
      this.known = 0;
    }
    return this.readLengths(bits, this.orders, { literals, total: literals + distances });
  }

  private readLengths(
    bits: StreamBits,
    orders: HuffmanCodes,
    { literals, total }: { readonly literals: number; readonly total: number },
  ): Outcome {
    while (this.known < total) {
      const isThere = bits.has(14);
      const found = orders.find(bits.hold);
      const symbol = found >>> 4;
      const extra = symbol < 16 ? 0 : symbol === 16 ? 2 : symbol === 17 ? 3 : 7;
      if (found === 0 && isThere) return 'damaged';
      if (found === 0 || (found & 15) + extra > bits.count) return 'more';
      bits.take(found & 15);
      const times = symbol < 16 ? 1 : bits.take(extra) + (symbol === 18 ? 11 : 3);
      const value = symbol < 16 ? symbol : symbol === 16 ? this.lengths[this.known - 1] : 0;
      if (value === undefined || this.known + times > total) return 'damaged';
      this.lengths.fill(value, this.known, this.known + times);
      this.known += times;
    }
    this.literals = new HuffmanCodes(this.lengths.subarray(0, literals));
    this.distances = new HuffmanCodes(this.lengths.subarray(literals, total));
    return 'whole';
  }
}
