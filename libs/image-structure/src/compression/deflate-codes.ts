import { HuffmanCodes } from './huffman-codes.js';

export const [LITERALS, DISTANCES] = [288, 30];
export const [END_OF_BLOCK, FIRST_LENGTH] = [256, 257];
/** Lengths and distances of copies, and the bits that follow their codes (RFC 1951, 3.2.5). */
export const LENGTH_BITS = Uint8Array.from(
  [...'00000000111122223333444455550'].map(Number), // prettier-ignore
);
export const DISTANCE_BITS = Uint8Array.from({ length: DISTANCES }, (_, code) =>
  Math.max(0, (code >> 1) - 1),
);
export const LENGTH_BASES = basesOf(LENGTH_BITS, 3);
LENGTH_BASES[LENGTH_BASES.length - 1] = 258;
export const DISTANCE_BASES = basesOf(DISTANCE_BITS, 1);

export const FIXED_LITERALS = new HuffmanCodes(
  Uint8Array.from({ length: LITERALS }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
);
export const FIXED_DISTANCES = new HuffmanCodes(new Uint8Array(DISTANCES).fill(5));

function basesOf(bits: Uint8Array, first: number): Uint16Array {
  let next = first;
  return Uint16Array.from(bits, (count) => {
    const base = next;
    next += 2 ** count;
    return base;
  });
}
