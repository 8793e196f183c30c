import type { FileGeometry } from '@cairn/spaces';
import { Builder } from 'flatbuffers';
import { asItems } from '../features/plain-json.js';
import { COLUMN_TYPES, type ColumnType, GEOMETRY_TYPES } from './flat-types.js';

/** Of version 3. */
export const MAGIC_BYTES = Uint8Array.of(0x66, 0x67, 0x62, 3, 0x66, 0x67, 0x62, 0);

/** A column of a file that is written. */
export interface WrittenColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** What the header of a file says. */
export interface WrittenHeader {
  readonly title: string;
  /** Of all geometries; `Unknown` if they differ. */
  readonly type: (typeof GEOMETRY_TYPES)[number];
  readonly columns: readonly WrittenColumn[];
  readonly count: number;
  /** Whether all positions have a third number. */
  readonly hasHeights: boolean;
}

const WGS_84 = 4326;
const CRS_FIELDS = 6;
const COLUMN_FIELDS = 11;
const HEADER_FIELDS = 14;

/** A header without an index, of coordinates in WGS 84, with its length in front (header.fbs). */
export function headerBytes({ title, type, columns, count, hasHeights }: WrittenHeader): Uint8Array {
  const builder = new Builder();
  const offsets = columns.map(({ name, type: of }) => {
    const text = builder.createString(name);
    return table(builder, COLUMN_FIELDS, () => {
      builder.addFieldOffset(0, text, 0);
      builder.addFieldInt8(1, COLUMN_TYPES.indexOf(of), 0);
    });
  });
  const all = vector(builder, { items: offsets, bytes: 4, add: (offset) => builder.addOffset(offset) });
  const organization = builder.createString('EPSG');
  const crs = table(builder, CRS_FIELDS, () => {
    builder.addFieldOffset(0, organization, 0);
    builder.addFieldInt32(1, WGS_84, 0);
  });
  const name = builder.createString(title);
  const header = table(builder, HEADER_FIELDS, () => {
    builder.addFieldOffset(0, name, 0);
    builder.addFieldInt8(2, GEOMETRY_TYPES.indexOf(type), 0);
    builder.addFieldInt8(3, Number(hasHeights), 0);
    builder.addFieldOffset(7, all, 0);
    builder.addFieldInt64(8, BigInt(count), 0n);
    builder.addFieldInt16(9, 0, 16);
    builder.addFieldOffset(10, crs, 0);
  });
  builder.finishSizePrefixed(header);
  return builder.asUint8Array();
}

/** A feature with its length in front (feature.fbs). Values are in the order of the columns; what is null is left out. */
export function featureBytes(
  geometry: FileGeometry,
  values: readonly unknown[],
  columns: readonly WrittenColumn[],
): Uint8Array {
  const builder = new Builder();
  const bytes = Buffer.concat(
    values.flatMap((value, index) => {
      const type = columns[index]?.type;
      return value === null || type === undefined ? [] : [unsigned(index, 2), valueBytes(value, type)];
    }),
  );
  const properties = builder.createByteVector(bytes);
  const shape = geometryTable(builder, geometry);
  const feature = table(builder, 3, () => {
    builder.addFieldOffset(0, shape, 0);
    if (bytes.length > 0) builder.addFieldOffset(1, properties, 0);
  });
  builder.finishSizePrefixed(feature);
  return builder.asUint8Array();
}

function valueBytes(value: unknown, type: ColumnType): Buffer {
  const bytes = Buffer.alloc(8);
  switch (type) {
    case 'Bool':
      return Buffer.of(value === true ? 1 : 0);
    case 'Long':
      bytes.writeBigInt64LE(BigInt(Number(value)));
      return bytes;
    case 'Double':
      bytes.writeDoubleLE(Number(value));
      return bytes;
    default: {
      const text = Buffer.from(type === 'Json' ? JSON.stringify(value) : String(value));
      return Buffer.concat([unsigned(text.length, 4), text]);
    }
  }
}

function unsigned(value: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes.writeUIntLE(value, 0, length);
  return bytes;
}

const GEOMETRY_FIELDS = 8;

function geometryTable(builder: Builder, geometry: FileGeometry): number {
  const type = GEOMETRY_TYPES.findIndex((name) => name === geometry.type);
  const parts = partsOf(geometry);
  if (parts !== undefined) {
    const offsets = parts.map((part) => geometryTable(builder, part));
    const all = vector(builder, { items: offsets, bytes: 4, add: (offset) => builder.addOffset(offset) });
    return table(builder, GEOMETRY_FIELDS, () => {
      builder.addFieldInt8(6, type, 0);
      builder.addFieldOffset(7, all, 0);
    });
  }
  const lines = linesOf(geometry);
  const positions = lines.flat();
  const doubles = (items: readonly number[]): number =>
    vector(builder, { items, bytes: 8, add: (value) => builder.addFloat64(value) });
  const xy = doubles(positions.flatMap(([x = Number.NaN, y = Number.NaN]) => [x, y]));
  const hasHeights = positions.some((position) => position.length > 2);
  const z = hasHeights ? doubles(positions.map(([, , height = 0]) => height)) : 0;
  const ends = lines.length > 1 ? vector(builder, endsOf(builder, lines)) : 0;
  return table(builder, GEOMETRY_FIELDS, () => {
    builder.addFieldOffset(0, ends, 0);
    builder.addFieldOffset(1, xy, 0);
    builder.addFieldOffset(2, z, 0);
    builder.addFieldInt8(6, type, 0);
  });
}

/** How many positions there are at the end of each line. */
function endsOf(builder: Builder, lines: readonly (readonly unknown[])[]): Vector {
  let end = 0;
  const items = lines.map(({ length }) => (end += length));
  return { items, bytes: 4, add: (value) => builder.addInt32(value) };
}

/** The geometries that a geometry consists of; `undefined` for one of positions. */
function partsOf(geometry: FileGeometry): readonly FileGeometry[] | undefined {
  if ('geometries' in geometry) return geometry.geometries;
  if (geometry.type !== 'MultiPolygon') return undefined;
  return asItems(geometry.coordinates).map((coordinates) => ({ type: 'Polygon', coordinates }));
}

/** The positions of a geometry, by its lines or rings. */
function linesOf(geometry: FileGeometry): readonly (readonly (readonly number[])[])[] {
  if ('geometries' in geometry) return [];
  const { type, coordinates } = geometry;
  if (type === 'Point') return [[numbersIn(coordinates)]];
  if (type === 'LineString' || type === 'MultiPoint') return [asItems(coordinates).map(numbersIn)];
  return asItems(coordinates).map((line) => asItems(line).map(numbersIn));
}

const numbersIn = (position: unknown): readonly number[] => asItems(position).map(Number);

function table(builder: Builder, fields: number, add: () => void): number {
  builder.startObject(fields);
  add();
  return builder.endObject();
}

interface Vector {
  readonly items: readonly number[];
  /** Of an item. */
  readonly bytes: number;
  readonly add: (item: number) => void;
}

/** Vectors are built from their end. */
function vector(builder: Builder, { items, bytes, add }: Vector): number {
  builder.startVector(bytes, items.length, bytes);
  for (const item of items.toReversed()) add(item);
  return builder.endVector();
}
