import { toPage, type Page, type PageRequest, type Position } from '@cairn/kernel';

/** A page of `items` in the order of their positions and identifiers (by code units). `descending` reverses both. */
export function pageOf<T>(
  items: Iterable<T>,
  request: PageRequest,
  { position, descending }: { readonly position: (item: T) => Position; readonly descending?: true },
): Page<T> {
  const direction = descending ? -1 : 1;
  const { after, limit } = request;
  const found = [...items]
    .filter((item) => after === undefined || direction * compare(position(item), after) > 0)
    .sort((left, right) => direction * compare(position(left), position(right)));
  return toPage(found.slice(0, limit + 1), limit, position);
}

function compare(left: Position, right: Position): number {
  if (left.at !== right.at) return left.at - right.at;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}
