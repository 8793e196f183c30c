import { InvalidInput } from './invalid-input.js';

/** The position of an item in a listing ordered by time, then by identifier. `at` in epoch milliseconds. */
export interface Position {
  readonly at: number;
  readonly id: string;
}

/** Requests at most `limit` items that follow `after`. */
export interface PageRequest {
  readonly limit: number;
  readonly after?: Position | undefined;
}

const MAX_LIMIT = 100_000;

/** The number of items that a caller asks for. @throws {InvalidInput} unless it is a whole number from 1 to `max`. */
export function parseLimit(limit: number, max = MAX_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= max) return limit;
  throw InvalidInput.of('invalid-limit', `The limit must be a whole number between 1 and ${max}.`, '/limit');
}

/** A request with a limit that is one. @throws {InvalidInput} */
export function parsePage<Request extends { readonly limit: number }>(page: Request): Request {
  parseLimit(page.limit);
  return page;
}

/** A page of a listing. `next` is absent on the last page. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next?: Position;
}

/** Makes a page from up to `limit + 1` items of a store. The extra item only shows that there is a next page. */
export function toPage<T>(found: readonly T[], limit: number, position: (item: T) => Position): Page<T> {
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return found.length > limit && last !== undefined ? { items, next: position(last) } : { items };
}

/** Formats a position as text that is safe in a URL. */
export function formatCursor(position: Position): string {
  return `${position.at}~${position.id}`;
}

/** @throws {InvalidInput} if `text` does not come from `formatCursor`. */
export function parseCursor(text: string): Position {
  const [, at, id] = /^(\d{1,15})~(.{1,255})$/.exec(text) ?? [];
  if (at === undefined || id === undefined)
    throw InvalidInput.of('invalid-cursor', 'The cursor is not one from the `Link` header of this listing.');
  return { at: Number(at), id };
}

/** Iterates over all pages of a listing. */
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
