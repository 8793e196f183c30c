import { type FileGeometry, FormatLimitExceeded, UnreadableFile } from '@cairn/spaces';
import { READING_LIMITS } from '../limits/reading-limits.js';
import { type Position, polygonsOf } from './polygons-of.js';

const FILE_CODE = 9994;
const HEAD_BYTES = 100;
const RECORD_HEAD_BYTES = 8;
/** The head of a list, the most positions that are read, with heights and measures, and their parts. */
const MAX_RECORD_BYTES = 1024 + 36 * READING_LIMITS.positions;

/**
 * The geometries of a `.shp` in their order (ESRI Shapefile Technical Description, July 1998), with heights and without
 * measures; `null` for a record without a shape.
 * @throws {UnreadableFile} {FormatLimitExceeded}
 */
export async function* shapesIn(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<FileGeometry | null, void, undefined> {
  const source = new Bytes(bytes);
  const head = await source.take(HEAD_BYTES);
  if (head?.readInt32BE(0) !== FILE_CODE) throw new UnreadableFile('The shapefile has no shapes.');
  for (;;) {
    const recordHead = await source.take(RECORD_HEAD_BYTES);
    if (recordHead === undefined) return;
    const length = 2 * recordHead.readInt32BE(4);
    if (length < 4) throw new UnreadableFile('The shapefile is broken: a shape has no type.');
    if (length > MAX_RECORD_BYTES)
      throw new FormatLimitExceeded('positions in one feature', READING_LIMITS.positions);
    const record = await source.take(length);
    if (record === undefined) throw new UnreadableFile('The shapefile is cut short.');
    yield shapeIn(record);
  }
}

function shapeIn(record: Buffer): FileGeometry | null {
  try {
    return new Shape(record).geometry();
  } catch (error) {
    if (error instanceof RangeError)
      throw new UnreadableFile('The shapefile is broken: a shape is longer than its record.', {
        cause: error,
      });
    throw error;
  }
}

/** In Esri's files, numbers below this are none. */
const NO_DATA = -1e38;

class Shape {
  private readonly type: number;
  private readonly hasHeights: boolean;

  constructor(private readonly record: Buffer) {
    const code = record.readInt32LE(0);
    this.type = code % 10;
    this.hasHeights = Math.floor(code / 10) === 1;
    if (code < 0 || code > 28)
      throw new UnreadableFile(`The shapefile has shapes of the type ${code}, which are not read.`);
  }

  geometry(): FileGeometry | null {
    switch (this.type) {
      case 0:
        return null;
      case 1:
        return { type: 'Point', coordinates: this.point() };
      case 8: {
        const coordinates = this.positions({ at: 40, count: this.record.readInt32LE(36) });
        return coordinates.length === 0 ? null : { type: 'MultiPoint', coordinates };
      }
      case 3: {
        const [first, ...others] = this.parts();
        if (first === undefined) return null;
        return others.length === 0
          ? { type: 'LineString', coordinates: first }
          : { type: 'MultiLineString', coordinates: [first, ...others] };
      }
      case 5: {
        const [first, ...others] = polygonsOf(this.parts());
        if (first === undefined) return null;
        return others.length === 0
          ? { type: 'Polygon', coordinates: first }
          : { type: 'MultiPolygon', coordinates: [first, ...others] };
      }
      default:
        throw new UnreadableFile(`The shapefile has shapes of the type ${this.type}, which are not read.`);
    }
  }

  private point(): Position {
    const [x, y] = [this.record.readDoubleLE(4), this.record.readDoubleLE(12)];
    return this.hasHeights ? withHeight(x, y, this.record.readDoubleLE(20)) : [x, y];
  }

  private parts(): readonly (readonly Position[])[] {
    const [parts, count] = [this.record.readInt32LE(36), this.record.readInt32LE(40)];
    if (parts < 0 || 4 * parts > this.record.length) throw new RangeError('parts');
    const starts = Array.from({ length: parts }, (_, index) => this.record.readInt32LE(44 + 4 * index));
    const positions = this.positions({ at: 44 + 4 * parts, count });
    return starts
      .map((start, index) => positions.slice(start, starts[index + 1] ?? count))
      .filter(({ length }) => length > 0);
  }

  /** The heights come behind all positions, and behind their own bounds. */
  private positions({ at, count }: { readonly at: number; readonly count: number }): readonly Position[] {
    if (count < 0 || 16 * count > this.record.length) throw new RangeError('positions');
    const heightsAt = at + 16 * count + 16;
    return Array.from({ length: count }, (_, index) => {
      const [x, y] = [
        this.record.readDoubleLE(at + 16 * index),
        this.record.readDoubleLE(at + 16 * index + 8),
      ];
      return this.hasHeights ? withHeight(x, y, this.record.readDoubleLE(heightsAt + 8 * index)) : [x, y];
    });
  }
}

const withHeight = (x: number, y: number, z: number): Position => (z > NO_DATA ? [x, y, z] : [x, y]);

/** Bytes of a stream, as many as are wanted at once. */
class Bytes {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer[] = [];
  private length = 0;

  constructor(bytes: AsyncIterable<Buffer>) {
    this.chunks = bytes[Symbol.asyncIterator]();
  }

  /** `undefined` at the end. @throws {UnreadableFile} if there are some, but fewer. */
  async take(length: number): Promise<Buffer | undefined> {
    while (this.length < length) {
      const next = await this.chunks.next();
      if (next.done === true) {
        if (this.length > 0) throw new UnreadableFile('The shapefile is cut short.');
        return undefined;
      }
      this.rest.push(next.value);
      this.length += next.value.length;
    }
    const all =
      this.rest.length === 1 && this.rest[0] !== undefined ? this.rest[0] : Buffer.concat(this.rest);
    this.rest = all.length > length ? [all.subarray(length)] : [];
    this.length -= length;
    return all.subarray(0, length);
  }
}
