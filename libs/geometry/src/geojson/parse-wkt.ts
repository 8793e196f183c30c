import type { Geometry, Position } from './geojson.js';

/** Collections in collections beyond this are not read. */
const MAX_DEPTH = 32;
const WORD = /\s*([a-z]+)/iy;
const NUMBER = /\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|nan)(?![\w.])/iy;
const TYPES = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
} as const;
type Type = keyof typeof TYPES;

const isType = (word: string): word is Type => Object.hasOwn(TYPES, word);

/**
 * The geometry of a well-known text (OGC 06-103r4), also as PostGIS writes it: `SRID=2056;POINT(1 2 3)`. Measures are
 * left out, and what is empty has no coordinates. `undefined` for any other text.
 */
export function parseWkt(text: string): Geometry | undefined {
  const reader = new WktReader(text.replace(/^\s*SRID=\d+;/i, ''));
  try {
    return reader.whole();
  } catch (error) {
    if (error instanceof NoWkt) return undefined;
    throw error;
  }
}

/** The text is no WKT. */
class NoWkt extends Error {}

class WktReader {
  private at = 0;

  constructor(private readonly text: string) {}

  whole(): Geometry {
    const geometry = this.geometry(0);
    if (this.text.slice(this.at).trim() !== '') throw new NoWkt();
    return geometry;
  }

  private geometry(depth: number): Geometry {
    const [, type = '', attached = ''] = /^(.*?(?:T|G|N))(ZM?|M)?$/.exec(this.word()) ?? [];
    if (!isType(type) || depth > MAX_DEPTH) throw new NoWkt();
    const dimensions = attached === '' && this.takes(/\s*(?:ZM?|M)(?=\s|\()/iy) ? this.taken : attached;
    const position = (): Position => this.position(dimensions.toUpperCase());
    const path = (): readonly Position[] => this.list(position);
    const paths = (): readonly (readonly Position[])[] => this.list(path);
    switch (type) {
      case 'POINT':
        return { type: TYPES[type], coordinates: this.list(position)[0] ?? [] };
      case 'LINESTRING':
        return { type: TYPES[type], coordinates: path() };
      case 'POLYGON':
      case 'MULTILINESTRING':
        return { type: TYPES[type], coordinates: paths() };
      case 'MULTIPOLYGON':
        return { type: TYPES[type], coordinates: this.list(paths) };
      case 'MULTIPOINT':
        return { type: TYPES[type], coordinates: this.list(() => this.pointOf(position)).flat() };
      case 'GEOMETRYCOLLECTION':
        return { type: TYPES[type], geometries: this.list(() => this.geometry(depth + 1)) };
    }
  }

  /** A point of several, which may have brackets of its own. */
  private pointOf(position: () => Position): readonly Position[] {
    return this.takes(/\s*(?=\(|EMPTY)/iy) ? this.list(position) : [position()];
  }

  private list<T>(item: () => T): readonly T[] {
    if (this.takes(/\s*EMPTY(?!\w)/iy)) return [];
    if (!this.takes(/\s*\(/y)) throw new NoWkt();
    const items = [item()];
    while (this.takes(/\s*,/y)) items.push(item());
    if (!this.takes(/\s*\)/y)) throw new NoWkt();
    return items;
  }

  private position(dimensions: string): Position {
    const numbers: number[] = [];
    while (this.takes(NUMBER)) numbers.push(this.taken.toLowerCase() === 'nan' ? NaN : Number(this.taken));
    const [x = NaN, y = NaN, z = NaN, ...measures] = numbers;
    if (!Number.isFinite(x) || !Number.isFinite(y) || measures.length > 1) throw new NoWkt();
    return Number.isFinite(z) && dimensions !== 'M' ? [x, y, z] : [x, y];
  }

  private word(): string {
    if (!this.takes(WORD)) throw new NoWkt();
    return this.taken.toUpperCase();
  }

  private taken = '';

  private takes(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return false;
    this.at += found[0].length;
    this.taken = (found[1] ?? found[0]).trim();
    return true;
  }
}
