/** Pictures `from` to `until` (exclusive) of a list, side by side at one height in pixels. */
export interface Row {
  readonly from: number;
  readonly until: number;
  /** The distance from the top of the first row. */
  readonly top: number;
  readonly height: number;
}

export interface RowMetrics {
  readonly width: number;
  /** The height that rows come near to, and that the last one has. */
  readonly rowHeight: number;
  readonly gap: number;
}

/** Panoramas and long screenshots are cropped to these, so that a row has a height that one can see and click. */
const RATIOS = { least: 1 / 3, most: 5 };

export const shownRatio = (ratio: number): number =>
  Math.min(RATIOS.most, Math.max(RATIOS.least, ratio || 1));

/**
 * Rows of pictures with the given ratios of width to height. Each row is as wide as the list, except for the last one,
 * which is not stretched.
 */
export function rowsOf(ratios: readonly number[], { width, rowHeight, gap }: RowMetrics): readonly Row[] {
  const rows: Row[] = [];
  let [from, sum, top] = [0, 0, 0];
  const close = (until: number, ratioSum: number, most: number): void => {
    const height = Math.min(most, (width - gap * (until - from - 1)) / ratioSum);
    rows.push({ from, until, top, height });
    [from, sum, top] = [until, 0, top + height + gap];
  };
  ratios.forEach((given, index) => {
    const ratio = shownRatio(given);
    const heightOf = (count: number, ratioSum: number): number => (width - gap * (count - 1)) / ratioSum;
    const [before, after] = [heightOf(index - from, sum), heightOf(index - from + 1, sum + ratio)];
    // The row ends before the picture that would make it lower than it is now too high.
    if (index > from && after < rowHeight && before - rowHeight < rowHeight - after)
      close(index, sum, Infinity);
    sum += ratio;
    if (heightOf(index - from + 1, sum) <= rowHeight) close(index + 1, sum, Infinity);
  });
  if (from < ratios.length) close(ratios.length, sum, rowHeight);
  return rows;
}

/** The height of rows, without a gap below them. */
export function heightOfRows(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.top + last.height;
}
