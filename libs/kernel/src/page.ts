import { InvalidInput } from './invalid-input.js';

/** Where an item stands in a listing ordered by time and then by identifier; `at` in epoch milliseconds. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

/** Which part of a listing is asked for: at most `limit` items, those behind `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: Position | undefined;
}

/** A part of a listing; `next` is absent on the last one. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: Position;
}

/** Makes a page of the `limit + 1` items or fewer that a store gave: the one too many only proves a next page. */
export function toPage<T>(found: readonly T[], limit: number, position: (item: T) => Position): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last !== undefined ? { items, next: position(last) } : { items };
}

/** The text form of a position, safe in a URL. */
export function formatCursor(position: Position): string {
  return `${position.at}~${position.id}`;
}

/** @throws {InvalidInput} when `text` is not one that `formatCursor` made. */
export function parseCursor(text: string): Position {
  const [, at, id] = /^(\d{1,15})~(.{1,255})$/.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw InvalidInput.of('invalid-cursor', 'The cursor is not one from the `Link` header of this listing.');
  return { at: Number(at), id };
}

/** Walks a listing to its end, one page of the store at a time. */
export async function* walk<T>(
  list: (after: Position | undefined) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let after: Position | undefined;
  do {
    const page = await list(after);
    yield page.items;
    after = page.next;
  } while (after !== undefined);
}
