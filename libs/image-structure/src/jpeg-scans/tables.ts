import type { Edit } from '../edits.js';
import { bigEndianBytes } from '../bytes.js';
import type { Range } from '../ranges.js';
import { HuffmanTable } from './huffman-table.js';
import { standardTables } from './standard-tables.js';

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
