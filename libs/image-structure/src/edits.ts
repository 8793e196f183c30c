import type { Range } from './ranges.js';

/** An edit of a file: the range is replaced by other bytes, overwritten with zeros, or removed. */
export interface Edit extends Range {
  readonly bytes: Uint8Array | 'zeros';
}

/** The change in file length by an edit. */
export function growthOf({ start, end, bytes }: Edit): number {
  return bytes === 'zeros' ? 0 : bytes.length - (end - start);
}

/** Sorts edits by offset. An edit that overlaps the one before loses the overlap. */
export function inOrder(edits: readonly Edit[]): readonly Edit[] {
  const ordered: Edit[] = [];
  let done = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start)) {
    const start = Math.max(done, edit.start);
    if (edit.end <= start && edit.end !== edit.start) continue;
    ordered.push({ ...edit, start, end: Math.max(start, edit.end) });
    done = Math.max(done, edit.end);
  }
  return ordered;
}

/** Applies sorted edits to the file. */
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
        // Continues in the next chunk, where the replacement is not repeated.
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
