import type { Edit } from '../edits.js';
import { bigEndianBytes } from '../bytes.js';
import type { Range } from '../ranges.js';
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

/** The standard tables by class and number. Decoders use them if a file has none, as in frames of Motion JPEG. */
const standardTables: ReadonlyMap<number, StandardTable> = new Map(
  TABLES.map(([id, counts, values]) => {
    const table = new HuffmanTable(bytesOfHex(counts), bytesOfHex(values));
    return [id, { bytes: bytesOfHex(counts + values), table }];
  }),
);

const NONE = new Uint8Array();
const COUNTS = 16;
const COEFFICIENTS = 64;

/** A table in a segment, with its offsets in the file. */
interface PlacedTable extends Range {
  isUsed: boolean;
}

/** A segment of tables. */
interface TableSegment extends Range {
  readonly tables: readonly PlacedTable[];
}

/** The tables that a JPEG defines, and which of them are used. */
export class Tables {
  private readonly segments: TableSegment[] = [];
  private readonly places = new Map<string, PlacedTable>();
  private readonly huffman = new Map<number, HuffmanTable>();

  /** @param start The offset of the segment's marker. */
  addHuffman(payload: Uint8Array, start: number): void {
    const tables: PlacedTable[] = [];
    for (let at = 0; at + 1 + COUNTS <= payload.length;) {
      const id = payload[at] ?? 0;
      const counts = payload.subarray(at + 1, at + 1 + COUNTS);
      const end = at + 1 + COUNTS + counts.reduce((sum, count) => sum + count, 0);
      const bytes = payload.slice(at + 1, end);
      this.huffman.set(id, new HuffmanTable(bytes.subarray(0, COUNTS), bytes.subarray(COUNTS)));
      const isUsed = isStandard(id, bytes);
      tables.push(this.place(`huffman ${id}`, { start: start + 4 + at, end: start + 4 + end, isUsed }));
      at = end;
    }
    this.segments.push({ start, end: start + 4 + payload.length, tables });
  }

  addQuantization(payload: Uint8Array, start: number): void {
    const tables: PlacedTable[] = [];
    for (let at = 0; at < payload.length;) {
      const id = payload[at] ?? 0;
      const end = at + 1 + COEFFICIENTS * (id >= 0x10 ? 2 : 1);
      const range = { start: start + 4 + at, end: start + 4 + end, isUsed: false };
      tables.push(this.place(`quantization ${id % 16}`, range));
      at = end;
    }
    this.segments.push({ start, end: start + 4 + payload.length, tables });
  }

  /** `undefined` where there is none. */
  useHuffman(id: number): HuffmanTable | undefined {
    this.use(`huffman ${id}`);
    return this.huffman.get(id) ?? standardTables.get(id)?.table;
  }

  useQuantization(id: number): void {
    this.use(`quantization ${id}`);
  }

  /** Cuts out those that nothing uses. */
  cuts(): readonly Edit[] {
    return this.segments.flatMap(({ start, end, tables }) => {
      const unused = tables.filter(({ isUsed }) => !isUsed);
      if (unused.length === tables.length) return [{ start, end, bytes: NONE }];
      if (unused.length === 0) return [];
      const length = unused.reduce((left, table) => left - (table.end - table.start), end - start - 2);
      const bytes = Uint8Array.from(bigEndianBytes(length, 2));
      return [
        { start: start + 2, end: start + 4, bytes },
        ...unused.map((table) => ({ start: table.start, end: table.end, bytes: NONE })),
      ];
    });
  }

  private place(name: string, table: PlacedTable): PlacedTable {
    this.places.set(name, table);
    return table;
  }

  private use(name: string): void {
    const table = this.places.get(name);
    if (table !== undefined) table.isUsed = true;
  }
}

/** Cameras write the standard tables whether or not they use them. */
function isStandard(id: number, bytes: Uint8Array): boolean {
  const standard = standardTables.get(id)?.bytes;
  return standard?.length === bytes.length && standard.every((byte, at) => byte === bytes[at]);
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** A table as it stands in a file, and its codes. */
interface StandardTable {
  readonly bytes: Uint8Array;
  readonly table: HuffmanTable;
}
