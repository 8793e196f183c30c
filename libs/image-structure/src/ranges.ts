/** Bytes from `start` up to `end`, exclusive, which is `Infinity` for the end of the file. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Sorted ranges without overlaps. */
export function merged(ranges: readonly Range[]): readonly Range[] {
  const found: Range[] = [];
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (start >= end) continue;
    if (last === undefined || start > last.end) found.push({ start, end });
    else if (end > last.end) found[found.length - 1] = { start: last.start, end };
  }
  return found;
}

/** The parts of the range outside all others, which are `merged`. */
export function without(range: Range, others: readonly Range[]): readonly Range[] {
  const parts: Range[] = [];
  let { start } = range;
  for (let index = firstAfter(start, others); start < range.end; index += 1) {
    const other = others[index] ?? { start: Infinity, end: Infinity };
    if (other.start > start) parts.push({ start, end: Math.min(other.start, range.end) });
    start = Math.max(start, other.end);
  }
  return parts;
}

/** The index of the first range that ends after the offset. */
function firstAfter(offset: number, ranges: readonly Range[]): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((ranges[middle]?.end ?? Infinity) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The intersections of the range with the others. */
export function within(range: Range, others: readonly Range[]): readonly Range[] {
  return others
    .map(({ start, end }) => ({ start: Math.max(start, range.start), end: Math.min(end, range.end) }))
    .filter(({ start, end }) => start < end);
}
