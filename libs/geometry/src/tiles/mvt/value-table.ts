import { type PbfWriter } from 'pbf';
import { type JsonValue } from '../../geojson/geojson.js';
import { writeText } from './utf8.js';

type Scalar = string | number | boolean;

/** The distinct values of a layer, by type and value, in the order in which they are first met. */
export class ValueTable {
  private readonly indexes = new Map<Scalar, number>();

  indexOf(value: Scalar): number {
    const known = this.indexes.get(value);
    if (known !== undefined) return known;
    const index = this.indexes.size;
    this.indexes.set(value, index);
    return index;
  }

  get values(): Iterable<Scalar> {
    return this.indexes.keys();
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
