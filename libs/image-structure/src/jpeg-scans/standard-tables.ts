import { HuffmanTable } from './huffman-table.js';

/** The tables of ITU-T T.81, K.3: how many codes there are of each length, and what they stand for. */
const TABLES: readonly (readonly [id: number, counts: string, values: string])[] = [
  [0x00, '00010501010101010100000000000000', '000102030405060708090a0b'],
  [0x01, '00030101010101010101010000000000', '000102030405060708090a0b'],
  [
    0x10,
    '0002010303020403050504040000017d',
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a' +
      '3435363738393a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a929394' +
      '95969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8' +
      'e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  [
    0x11,
    '00020102040403040705040400010277',
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728' +
      '292a35363738393a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92' +
      '939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7' +
      'e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
];

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** A table as it stands in a file, and its codes. */
export interface StandardTable {
  readonly bytes: Uint8Array;
  readonly table: HuffmanTable;
}

/** The standard tables by class and number. Decoders use them if a file has none, as in frames of Motion JPEG. */
export const standardTables: ReadonlyMap<number, StandardTable> = new Map(
  TABLES.map(([id, counts, values]) => {
    const table = new HuffmanTable(bytesOfHex(counts), bytesOfHex(values));
    return [id, { bytes: bytesOfHex(counts + values), table }];
  }),
);
