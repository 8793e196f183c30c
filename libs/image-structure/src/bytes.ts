/** An unsigned number at the start of the bytes; missing bytes count as 0. */
export function bigEndian(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let index = start; index < start + length; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

/** A number as bytes, the highest first. */
export function bigEndianBytes(value: number, length: number): readonly number[] {
  return Array.from({ length }, (_, index) => Math.floor(value / 256 ** (length - 1 - index)) % 256);
}

export function littleEndian(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let index = start + length - 1; index >= start; index -= 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
}

/** The bytes as text, one character each. */
export function textOf(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 4_096)
    // Several times as fast as spread arguments, which are made by an iterator.
    text += String(Reflect.apply(String.fromCharCode, undefined, bytes.subarray(start, start + 4_096)));
  return text;
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
