import type { FileGeometry } from '@cairn/spaces';
import { FormatLimitExceeded, UnreadableFile } from '@cairn/spaces';
import { READING_LIMITS } from '../limits/reading-limits.js';

const NAMES = [
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
];
const MAX_DEPTH = 32;

/**
 * A geometry of well-known binary (OGC 06-103r4 §8), of ISO and of PostGIS. Measures are left out.
 * @throws {UnreadableFile} if it is cut short or not such a geometry. {FormatLimitExceeded}
 */
export function readWkb(bytes: Buffer): FileGeometry | null {
  try {
    return new WkbReader(bytes).geometry(0);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile('A geometry is cut short.', { cause: error });
    throw error;
  }
}

interface Dimensions {
  readonly hasZ: boolean;
  readonly hasM: boolean;
}

class WkbReader {
  private at = 0;
  private positions = 0;
  private isLittle = true;

  constructor(private readonly bytes: Buffer) {}

  /** `null` for an empty point. */
  geometry(depth: number): FileGeometry | null {
    if (depth > MAX_DEPTH) throw new FormatLimitExceeded('geometries in one another', MAX_DEPTH);
    this.isLittle = this.bytes.readUInt8(this.at++) === 1;
    const code = this.integer();
    if ((code & 0x20000000) !== 0) this.at += 4; // an SRID of PostGIS
    const hasZ = (code & 0x80000000) !== 0 || [1, 3].includes(Math.floor((code & 0xffff) / 1_000));
    const hasM = (code & 0x40000000) !== 0 || [2, 3].includes(Math.floor((code & 0xffff) / 1_000));
    const type = NAMES[((code & 0xffff) % 1_000) - 1];
    const position = (): readonly number[] | undefined => this.position({ hasZ, hasM });
    switch (type) {
      case 'Point': {
        const coordinates = position();
        return coordinates === undefined ? null : { type, coordinates };
      }
      case 'LineString':
        return { type, coordinates: this.list(16, position) };
      case 'Polygon':
        return { type, coordinates: this.list(4, () => this.list(16, position)) };
      case 'MultiPoint':
      case 'MultiLineString':
      case 'MultiPolygon':
        return {
          type,
          coordinates: this.list(5, () => this.geometry(depth + 1)).map((part) =>
            'coordinates' in part ? part.coordinates : [],
          ),
        };
      case 'GeometryCollection':
        return { type, geometries: this.list(5, () => this.geometry(depth + 1)) };
      default:
        throw new UnreadableFile(`A geometry has the type ${code}, which is none of GeoJSON.`);
    }
  }

  /** Items without those that are empty. A count that the bytes cannot have is refused before anything is held for it. */
  private list<T>(leastBytes: number, read: () => T | null | undefined): T[] {
    const count = this.integer();
    if (count * leastBytes > this.bytes.length - this.at) throw new RangeError('count');
    const items: T[] = [];
    for (let index = 0; index < count; index++) {
      const item = read();
      if (item !== null && item !== undefined) items.push(item);
    }
    return items;
  }

  /** An empty point has NaN for both. */
  private position({ hasZ, hasM }: Dimensions): readonly number[] | undefined {
    if (++this.positions > READING_LIMITS.positions)
      throw new FormatLimitExceeded('positions in one feature', READING_LIMITS.positions);
    const [x, y] = [this.number(), this.number()];
    const z = hasZ ? this.number() : undefined;
    if (hasM) this.number();
    if (Number.isNaN(x) && Number.isNaN(y)) return undefined;
    return z === undefined ? [x, y] : [x, y, z];
  }

  private integer(): number {
    const value = this.isLittle ? this.bytes.readUInt32LE(this.at) : this.bytes.readUInt32BE(this.at);
    this.at += 4;
    return value;
  }

  private number(): number {
    const value = this.isLittle ? this.bytes.readDoubleLE(this.at) : this.bytes.readDoubleBE(this.at);
    this.at += 8;
    return value;
  }
}
