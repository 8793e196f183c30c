import { type PbfWriter } from 'pbf';
import { type JsonValue } from '../../geojson/geojson.js';
import { utf8Size, writeText } from './utf8.js';
import { fieldSize } from './varint-size.js';

type Scalar = string | number | boolean;

/** The distinct values of a layer, by type and value, in the order in which they are first met. */
export class ValueTable {
  private readonly indexes = new Map<Scalar, number>();
  private readonly met: Scalar[] = [];

  indexOf(value: Scalar): number {
    const known = this.indexes.get(value);
    if (known !== undefined) return known;
    const index = this.met.push(value) - 1;
    this.indexes.set(value, index);
    return index;
  }

  get values(): readonly Scalar[] {
    return this.met;
  }

  /** Forgets all values but the first `count`. */
  truncate(count: number): void {
    for (const value of this.met.splice(count)) this.indexes.delete(value);
  }
}

/** The value that a tile can hold: arrays and objects as JSON; nothing for null. */
export function scalarOf(value: JsonValue): Scalar | undefined {
  if (typeof value !== 'object') return value;
  return value === null ? undefined : JSON.stringify(value);
}

/** Beyond, the zigzag code of a number is above 2^53, which doubles do not hold exactly. */
const LEAST_SINT = -(2 ** 52);

/** Writes a Value: whole numbers exactly as such, other numbers as doubles, as floats would round them. */
export function writeValue(value: Scalar, writer: PbfWriter): void {
  if (typeof value === 'string') writeText(writer, 1, value);
  else if (typeof value === 'boolean') writer.writeBooleanField(7, value);
  else if (!Number.isSafeInteger(value) || value < LEAST_SINT) writer.writeDoubleField(3, value);
  else if (value < 0) writer.writeSVarintField(6, value);
  else writer.writeVarintField(5, value);
}

/** How many bytes a value takes in its layer, at most. */
export function maxValueSize(value: Scalar): number {
  return fieldSize(typeof value === 'string' ? fieldSize(utf8Size(value)) : MAX_NUMBER);
}

/** The tag, and a double or the longest of whole numbers. */
const MAX_NUMBER = 9;
