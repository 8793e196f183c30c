import { type FileGeometry, FormatLimitExceeded } from '@cairn/spaces';
import { READING_LIMITS } from '../limits/reading-limits.js';
import type { FlatColumn, FlatHeader } from './flat-header.js';
import { FlatTable } from './flat-table.js';
import { COLUMN_TYPES, type ColumnType, GEOMETRY_TYPES } from './flat-types.js';

/** A feature as its file has it. `RangeError` and `FlatFault` tell that it is broken. */
export interface FlatFeature {
  readonly geometry: FileGeometry | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Why a feature cannot be read. The reason is a phrase. */
export class FlatFault extends Error {}

// Fields by their numbers in feature.fbs.
const [GEOMETRY, PROPERTIES] = [0, 1];
const [ENDS, XY, Z, TYPE, PARTS] = [0, 1, 2, 6, 7];

/** @throws {FormatLimitExceeded} */
export function featureIn(bytes: Buffer, { type, columns }: FlatHeader): FlatFeature {
  const table = FlatTable.root(bytes);
  const geometry = table.table(GEOMETRY);
  return {
    geometry: geometry === undefined ? null : new Geometries().geometry(geometry, { type, depth: 0 }),
    properties: propertiesIn(table.vector(PROPERTIES, 1) ?? Buffer.alloc(0), columns),
  };
}

const POLYGON = GEOMETRY_TYPES.indexOf('Polygon');
const MAX_DEPTH = 32;

/** The geometries of a feature. Parts may share their bytes, so a few of them can become any number. */
class Geometries {
  private taken = 0;

  /** @param type Of all features; 0 if each has its own. */
  geometry(
    table: FlatTable,
    { type: common, depth }: { readonly type: number; readonly depth: number },
  ): FileGeometry | null {
    if (depth > MAX_DEPTH) throw new FlatFault('has geometries nested too deeply');
    this.take(1);
    const number = common === 0 ? table.byte(TYPE) : common;
    const type = GEOMETRY_TYPES[number];
    switch (type) {
      case 'Point': {
        const [coordinates = []] = this.positions(table);
        return coordinates.length === 0 || coordinates.every(Number.isNaN) ? null : { type, coordinates };
      }
      case 'LineString':
      case 'MultiPoint':
        return { type, coordinates: this.positions(table) };
      case 'MultiLineString':
      case 'Polygon':
        return { type, coordinates: linesOf(this.positions(table), table.vector(ENDS, 4)) };
      case 'MultiPolygon': {
        const parts = this.parts(table, { type: POLYGON, depth });
        return {
          type,
          coordinates: parts.flatMap((part) => ('coordinates' in part ? [part.coordinates] : [])),
        };
      }
      case 'GeometryCollection':
        return { type, geometries: this.parts(table, { type: 0, depth }) };
      default:
        throw new FlatFault(`has a geometry of type ${number}, which is none of GeoJSON`);
    }
  }

  private parts(
    table: FlatTable,
    { type, depth }: { readonly type: number; readonly depth: number },
  ): readonly FileGeometry[] {
    return table
      .tables(PARTS)
      .map((part) => this.geometry(part, { type, depth: depth + 1 }))
      .filter((part) => part !== null);
  }

  private positions(table: FlatTable): readonly (readonly number[])[] {
    const xy = table.vector(XY, 8) ?? Buffer.alloc(0);
    const z = table.vector(Z, 8);
    const length = Math.floor(xy.length / 16);
    this.take(length);
    return Array.from({ length }, (_, index) => {
      const position = [xy.readDoubleLE(16 * index), xy.readDoubleLE(16 * index + 8)];
      if (z !== undefined) position.push(z.readDoubleLE(8 * index));
      return position;
    });
  }

  private take(positions: number): void {
    this.taken += positions;
    if (this.taken > READING_LIMITS.positions)
      throw new FormatLimitExceeded('positions in one feature', READING_LIMITS.positions);
  }
}

/** Cut where the lines end; without ends it is one. */
function linesOf(
  positions: readonly (readonly number[])[],
  ends: Buffer | undefined,
): readonly (readonly (readonly number[])[])[] {
  if (ends === undefined || ends.length === 0) return [positions];
  let from = 0;
  return Array.from({ length: ends.length / 4 }, (_, index) => {
    const end = ends.readUInt32LE(4 * index);
    if (end < from || end > positions.length) throw new RangeError('end');
    const line = positions.slice(from, end);
    from = end;
    return line;
  });
}

function propertiesIn(bytes: Buffer, columns: readonly FlatColumn[]): Record<string, unknown> {
  const values = new Map<string, unknown>();
  let at = 0;
  while (at < bytes.length) {
    const column = columns[bytes.readUInt16LE(at)];
    if (column === undefined) throw new RangeError('column');
    const [value, next] = valueIn(bytes, { type: column.type, at: at + 2 });
    at = next;
    if (value !== undefined) values.set(column.name, value);
  }
  return Object.fromEntries(values);
}

/** Values of fixed length. */
const FIXED: Partial<
  Readonly<Record<ColumnType, readonly [bytes: number, read: (bytes: Buffer, at: number) => unknown]>>
> = {
  Byte: [1, (bytes, at) => bytes.readInt8(at)],
  UByte: [1, (bytes, at) => bytes.readUInt8(at)],
  Bool: [1, (bytes, at) => bytes.readUInt8(at) !== 0],
  Short: [2, (bytes, at) => bytes.readInt16LE(at)],
  UShort: [2, (bytes, at) => bytes.readUInt16LE(at)],
  Int: [4, (bytes, at) => bytes.readInt32LE(at)],
  UInt: [4, (bytes, at) => bytes.readUInt32LE(at)],
  Long: [8, (bytes, at) => plainInteger(bytes.readBigInt64LE(at))],
  ULong: [8, (bytes, at) => plainInteger(bytes.readBigUInt64LE(at))],
  Float: [4, (bytes, at) => finite(bytes.readFloatLE(at))],
  Double: [8, (bytes, at) => finite(bytes.readDoubleLE(at))],
};

/** The value, `undefined` for what is none in GeoJSON, and where the next one begins. */
function valueIn(
  bytes: Buffer,
  { type, at }: { readonly type: number; readonly at: number },
): readonly [unknown, number] {
  const name = COLUMN_TYPES[type];
  if (name === undefined) throw new FlatFault(`has a value of type ${type}, which is unknown`);
  const fixed = FIXED[name];
  if (fixed !== undefined) return [fixed[1](bytes, at), at + fixed[0]];
  const end = at + 4 + bytes.readUInt32LE(at);
  if (end > bytes.length) throw new RangeError('text');
  if (name === 'Binary') return [undefined, end];
  const text = bytes.toString('utf8', at + 4, end);
  return [name === 'Json' ? jsonIn(text) : text, end];
}

/** A text that is not JSON stays one. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const finite = (value: number): number | undefined => (Number.isFinite(value) ? value : undefined);

function plainInteger(value: bigint): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}
