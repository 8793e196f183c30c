import { edited, growthOf, type Edit } from './edits.js';

/** An edit as plain data: `bytes` is `zeros`, or hexadecimal digits. */
export interface WrittenEdit {
  readonly start: number;
  readonly end: number;
  readonly bytes: string;
}

/** Offsets of the first and the last byte. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is read of a file, and the edits to apply to it; their offsets are those of the file. */
interface Stretch {
  readonly start: number;
  readonly end: number;
  readonly edits: readonly Edit[];
}

/** Less than this between two parts is read and thrown away, as another read of a store takes longer. */
const SMALL_GAP = 64 * 1024;

/** Sorted edits of a file with this size as plain data, without those behind its end, which change nothing. */
export function writtenEdits(edits: readonly Edit[], sizeInBytes: number): readonly WrittenEdit[] {
  const within = edits.filter(({ start }) => start <= sizeInBytes);
  return within.map(({ start, end, bytes }) => ({
    start,
    end: Math.min(end, sizeInBytes),
    bytes: bytes === 'zeros' ? bytes : digitsOf(bytes),
  }));
}

/**
 * Reads a stored list. The whole file is never what a list stands for, so that an empty one is refused too.
 * @throws {Error} unless these are sorted edits within a file of `size` bytes, which make one of `editedSize` of it.
 */
export function readEdits(
  written: readonly WrittenEdit[],
  { size, editedSize }: { readonly size: number; readonly editedSize: number },
): readonly Edit[] {
  let [done, length] = [0, size];
  const edits: Edit[] = [];
  for (const { start, end, bytes } of written) {
    const isWithin =
      Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= done && end >= start;
    if (!isWithin || end > size || !REPLACEMENT.test(bytes)) throw damagedList();
    const edit: Edit = { start, end, bytes: bytes === 'zeros' ? bytes : bytesOf(bytes) };
    edits.push(edit);
    done = end;
    length += growthOf(edit);
  }
  if (edits.length === 0 || length !== editedSize) throw damagedList();
  return edits;
}

/** `zeros`, or pairs of hexadecimal digits. */
const REPLACEMENT = /^(?:zeros|(?:[0-9a-f]{2})*)$/;

const damagedList = (): Error => new Error('The list of edits is damaged, so nothing of the file is read.');

/**
 * Reads a range of the edited file, without reading the rest. `read` gets a range of the file itself; its first call is before the
 * result resolves.
 */
export async function readEdited(
  edits: readonly Edit[],
  range: Span,
  read: (range: Span) => Promise<AsyncIterable<Uint8Array>>,
): Promise<AsyncIterable<Uint8Array>> {
  const stretches = stretchesOf(edits, range);
  const first = stretches.find(({ start, end }) => start < end);
  const open = async ({ start, end }: Stretch): Promise<AsyncIterable<Uint8Array>> =>
    start < end ? await read({ start, end: end - 1 }) : nothing();
  const opened = first && (await open(first));
  return (async function* () {
    for (const stretch of stretches) {
      const chunks = opened !== undefined && stretch === first ? opened : await open(stretch);
      yield* applied(chunks, stretch);
    }
  })();
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

async function* applied(
  chunks: AsyncIterable<Uint8Array>,
  { start, end, edits }: Stretch,
): AsyncGenerator<Uint8Array> {
  if (start === end) {
    for (const { bytes } of edits) if (bytes !== 'zeros' && bytes.length > 0) yield bytes;
    return;
  }
  const own = edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
  yield* edited(chunks, own);
}

/** The parts of the file that a range of the edited file is made of. */
function stretchesOf(edits: readonly Edit[], range: Span): readonly Stretch[] {
  if (range.end < range.start) return [];
  const { start, end, edits: within } = clipped(edits, { start: range.start, end: range.end + 1 });
  const stretches: Stretch[] = [];
  let [from, own]: [number, Edit[]] = [start, []];
  for (const edit of within) {
    if (edit.end - edit.start <= SMALL_GAP || edit.bytes === 'zeros') own.push(edit);
    else {
      // The bytes that replace a long part end what is before it.
      stretches.push({ start: from, end: edit.start, edits: [...own, { ...edit, end: edit.start }] });
      [from, own] = [edit.end, []];
    }
  }
  return [...stretches, { start: from, end, edits: own }];
}

/** The part of the file, with its edits, that is a part of the edited file. Ends are exclusive. */
function clipped(edits: readonly Edit[], { start, end }: Span): Stretch {
  const within: Edit[] = [];
  let growth = 0;
  let [from, to]: [number | undefined, number | undefined] = [undefined, undefined];
  for (const edit of edits) {
    const at = edit.start + growth; // in the edited file, as `start` and `end`
    const length = edit.end - edit.start + growthOf(edit);
    if (at >= end) break;
    if (at + length > start) {
      from ??= at >= start ? start - growth : undefined;
      const part = partOf(edit, { start: Math.max(0, start - at), end: Math.min(length, end - at) });
      from ??= part.start;
      if (at + length >= end) to = part.end;
      within.push(part);
    }
    growth += growthOf(edit);
  }
  return { start: from ?? start - growth, end: to ?? end - growth, edits: within };
}

/** An edit of which the result is this part of the result of another. */
function partOf(edit: Edit, { start, end }: Span): Edit {
  if (edit.bytes === 'zeros') return { start: edit.start + start, end: edit.start + end, bytes: 'zeros' };
  const at = start > 0 ? edit.end : edit.start;
  const isUpToItsEnd = end === edit.bytes.length;
  return { start: at, end: isUpToItsEnd ? edit.end : at, bytes: edit.bytes.subarray(start, end) };
}

function digitsOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
