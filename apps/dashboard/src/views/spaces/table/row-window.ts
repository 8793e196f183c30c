/** Rows that are drawn above and below those that are visible. */
const MARGIN = 8;

interface Scrolled {
  /** Of all rows. */
  readonly count: number;
  readonly rowHeight: number;
  readonly top: number;
  readonly height: number;
}

/** The rows that are drawn: from `start` to before `end`. */
export function windowOf({ count, rowHeight, top, height }: Scrolled): {
  readonly start: number;
  readonly end: number;
} {
  const start = Math.min(Math.max(0, Math.floor(top / rowHeight) - MARGIN), count);
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN);
  return { start, end: Math.max(start, end) };
}

/** The position to scroll to so that a row is visible, or the same one if it is. */
export function topFor(row: number, { rowHeight, top, height }: Omit<Scrolled, 'count'>): number {
  const above = row * rowHeight;
  const below = above + rowHeight - height;
  return Math.max(0, Math.min(above, Math.max(top, below)));
}
