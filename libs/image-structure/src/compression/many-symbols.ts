import type { CodeTables } from './code-tables.js';
import {
  DISTANCE_BASES,
  DISTANCE_BITS,
  END_OF_BLOCK,
  FIRST_LENGTH,
  LENGTH_BASES,
  LENGTH_BITS,
} from './deflate-codes.js';
import type { StreamBits } from './stream-bits.js';

/** More bytes than a length and a distance have. */
const MOST_BYTES = 8;

/** Whether the block goes on, has ended, or is damaged. */
type Outcome = 'more' | 'block' | 'damaged';

/** Reads symbols as long as many bytes are there. It uses local variables, which is several times as fast. */
export function manySymbols(
  bits: StreamBits,
  tables: CodeTables,
  before: number,
): { readonly outcome: Outcome; readonly outputBytes: number } {
  const { bytes } = bits;
  const { literals, distances } = tables;
  const limit = bytes.length - MOST_BYTES;
  let { hold, count, at } = bits;
  let outputBytes = before;
  let outcome: Outcome = 'more';
  while (at < limit) {
    while (count <= 24) {
      hold |= (bytes[at] ?? 0) << count;
      at += 1;
      count += 8;
    }
    let found = literals.find(hold);
    let symbol = found >>> 4;
    hold >>>= found & 15;
    count -= found & 15;
    if (symbol < END_OF_BLOCK && found > 0) {
      outputBytes += 1;
      continue;
    }
    const base = LENGTH_BASES[symbol - FIRST_LENGTH];
    if (found === 0 || base === undefined) {
      outcome = symbol === END_OF_BLOCK ? 'block' : 'damaged';
      break;
    }
    let extra = LENGTH_BITS[symbol - FIRST_LENGTH] ?? 0;
    const length = base + (hold & ((1 << extra) - 1));
    hold >>>= extra;
    count -= extra;
    while (count <= 24) {
      hold |= (bytes[at] ?? 0) << count;
      at += 1;
      count += 8;
    }
    found = distances.find(hold);
    symbol = found >>> 4;
    hold >>>= found & 15;
    count -= found & 15;
    extra = DISTANCE_BITS[symbol] ?? 0;
    if (count < extra) {
      hold |= (bytes[at] ?? 0) << count;
      at += 1;
      count += 8;
    }
    const distance = (DISTANCE_BASES[symbol] ?? Infinity) + (hold & ((1 << extra) - 1));
    hold >>>= extra;
    count -= extra;
    if (found === 0 || distance > outputBytes) {
      outcome = 'damaged';
      break;
    }
    outputBytes += length;
  }
  bits.hold = hold | 0;
  bits.count = count;
  bits.at = at;
  return { outcome, outputBytes };
}
