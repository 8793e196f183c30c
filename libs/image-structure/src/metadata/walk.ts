/** Gets bytes of a file as they come, and the offset of the first of them. */
export type Reader = (bytes: Uint8Array, offset: number) => void;

/** The next request of a walk: take bytes, skip bytes, let a reader see them as they come, or find the next marker of a JPEG. */
export type Request =
  | { readonly take: number }
  | { readonly skip: number }
  | { readonly pass: number; readonly to: Reader }
  | 'marker';

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

/** Lets a reader see the bytes as they come, however many there are. */
export function* pass(length: number, to: Reader): Step<void> {
  if (length > 0) yield { pass: length, to };
}

/** How many of the bytes come up to the last that is not 0. */
export function* dataLength(length: number): Step<number> {
  let [read, found] = [0, 0];
  yield* pass(length, (bytes) => {
    const last = bytes.findLastIndex((byte) => byte !== 0);
    if (last !== -1) found = read + last + 1;
    read += bytes.length;
  });
  return found;
}
