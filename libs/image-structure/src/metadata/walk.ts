/** The next request of a walk: take bytes, skip bytes, or find the next marker of a JPEG. */
export type Request = { readonly take: number } | { readonly skip: number } | 'marker';

/**
 * Iterates over the building blocks of an image. It receives the requested bytes for `take`, and one byte for `marker`;
 * fewer at the end of the file. Returns whether the image was complete.
 */
export type MetadataWalk = Generator<Request, boolean, Uint8Array>;

/** The offset after the last byte that the walk took or skipped. */
export interface Place {
  readonly offset: number;
}

/** A part of a walk that returns a value. */
export type Step<T> = Generator<Request, T, Uint8Array>;

export function* take(length: number): Step<Uint8Array> {
  return yield { take: length };
}

export function* skip(length: number): Step<void> {
  if (length > 0) yield { skip: length };
}

/** An unsigned number at the start of the bytes; missing bytes count as 0. */
export function bigEndian(bytes: Uint8Array, start: number, length: number): number {
  let value = 0;
  for (let index = start; index < start + length; index += 1) value = value * 256 + (bytes[index] ?? 0);
  return value;
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
    text += String.fromCharCode(...bytes.subarray(start, start + 4_096));
  return text;
}

export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}
