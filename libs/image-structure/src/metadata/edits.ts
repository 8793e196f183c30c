/** Bytes from `start` up to `end`, exclusive, which is `Infinity` for the end of the file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** A change of a file: the bytes of the range become others, as many zeros, or none. */
export interface Edit extends Range {
  readonly bytes: Uint8Array | 'zeros';
}

/** How many bytes an edit adds to a file, or takes from it. */
export function growthOf({ start, end, bytes }: Edit): number {
  return bytes === 'zeros' ? 0 : bytes.length - (end - start);
}

/** Edits by ascending place. Where they overlap, each keeps what is behind the one before. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const ordered: Edit[] = [];
  let done = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    const start = Math.max(done, edit.start);
    if (edit.end <= start && edit.end !== edit.start) continue;
    ordered.push({ ...edit, start });
    done = Math.max(done, edit.end);
  }
  return ordered;
}

/** The file with the edits, which are in order. */
export async function* edited(
  chunks: AsyncIterable<Uint8Array>,
  edits: readonly Edit[],
): AsyncGenerator<Uint8Array> {
  let done = 0;
  let [next] = edits;
  let offset = 0;
  for await (const chunk of chunks) {
    let at = 0;
    while (next !== undefined && next.start <= offset + chunk.length) {
      const start = Math.max(0, next.start - offset);
      if (start > at) yield chunk.subarray(at, start);
      const end = Math.min(chunk.length, next.end - offset);
      if (next.bytes === 'zeros') {
        if (end > Math.max(at, start)) yield new Uint8Array(end - Math.max(at, start));
      } else if (next.start >= offset && next.bytes.length > 0) yield next.bytes;
      at = Math.max(at, end);
      if (next.end > offset + chunk.length) {
        // Goes on in the next chunk, where its bytes are not given again.
        next =
          next.bytes === 'zeros' ? next : { ...next, start: offset + chunk.length, bytes: new Uint8Array() };
        break;
      }
      done += 1;
      next = edits[done];
    }
    if (at < chunk.length) yield chunk.subarray(at);
    offset += chunk.length;
  }
}
