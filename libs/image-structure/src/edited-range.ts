import { growthOf, type Edit } from './edits.js';
import type { Range } from './ranges.js';

/** A piece of an edited file: a part of the file before, or bytes of an edit. */
export type EditedPiece = { readonly from: Range } | { readonly bytes: Uint8Array };

/** The length of a file after sorted edits. */
export function editedLength(length: number, edits: readonly Edit[]): number {
  return edits.reduce((total, edit) => total + growthOf(edit), length);
}

/** What a range of the edited file is made of, in its order. `length` is that of the file before the edits. */
export function editedPieces(
  length: number,
  edits: readonly Edit[],
  { start, end }: Range,
): readonly EditedPiece[] {
  const pieces: EditedPiece[] = [];
  /** The offset in the edited file. */
  let at = 0;
  const add = (size: number, piece: (from: number, to: number) => EditedPiece): void => {
    const [from, to] = [Math.max(0, start - at), Math.min(size, end - at)];
    if (from < to) pieces.push(piece(from, to));
    at += size;
  };
  let done = 0;
  for (const edit of edits) {
    const { start: first } = edit;
    const base = done;
    add(first - done, (from, to) => ({ from: { start: base + from, end: base + to } }));
    const bytes = edit.bytes === 'zeros' ? new Uint8Array(edit.end - first) : edit.bytes;
    add(bytes.length, (from, to) => ({ bytes: bytes.subarray(from, to) }));
    done = edit.end;
  }
  const base = done;
  add(length - done, (from, to) => ({ from: { start: base + from, end: base + to } }));
  return pieces;
}
