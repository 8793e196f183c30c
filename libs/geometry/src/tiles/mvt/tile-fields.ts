/** A field of a protobuf message: what it is and where its value is. */
export interface Field {
  readonly number: number;
  readonly wire: number;
  /** The value of a varint; exact to 2^53. */
  readonly value: number;
  /** The bytes of a field with a length, or of one of 4 or 8 bytes. */
  readonly bytes: Uint8Array;
}

/** The bytes are not a protobuf message. */
export class BrokenMessage extends Error {}

const NOTHING = new Uint8Array();

/** The fields of a message, in order. @throws {BrokenMessage} */
export function* fieldsOf(bytes: Uint8Array): Generator<Field, void, undefined> {
  const cursor = new Cursor(bytes);
  while (!cursor.isAtEnd) {
    const tag = cursor.varint();
    const wire = tag % 8;
    const number = Math.floor(tag / 8);
    if (number === 0) throw new BrokenMessage('a field has the number 0');
    yield wire === 0
      ? { number, wire, value: cursor.varint(), bytes: NOTHING }
      : { number, wire, value: 0, bytes: cursor.take(lengthOf(wire, cursor)) };
  }
}

/** The varints of a packed field. @throws {BrokenMessage} */
export function varintsOf(bytes: Uint8Array): readonly number[] {
  const cursor = new Cursor(bytes);
  const values: number[] = [];
  while (!cursor.isAtEnd) values.push(cursor.varint());
  return values;
}

function lengthOf(wire: number, cursor: Cursor): number {
  if (wire === 2) return cursor.varint();
  if (wire === 1) return 8;
  if (wire === 5) return 4;
  throw new BrokenMessage(`a field has the wire type ${wire}`);
}

class Cursor {
  private at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  varint(): number {
    let value = 0;
    for (let digit = 0; digit < 10; digit += 1) {
      const byte = this.bytes[this.at];
      if (byte === undefined) throw new BrokenMessage('it ends within a number');
      this.at += 1;
      value += (byte & 0x7f) * 2 ** (7 * digit);
      if (byte < 0x80) return value;
    }
    throw new BrokenMessage('a number has more than ten bytes');
  }

  take(length: number): Uint8Array {
    if (this.at + length > this.bytes.length) throw new BrokenMessage('it ends within a field');
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }
}
