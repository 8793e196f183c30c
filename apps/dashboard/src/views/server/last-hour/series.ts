/** A value for each step; `null` where nothing was measured, such as while the server was off. */
export type Points = readonly (number | null)[];

export interface Summary {
  /** Of the latest step; `undefined` where nothing was measured in it. */
  readonly now: number | undefined;
  readonly least: number;
  readonly most: number;
}

const isMeasured = (point: number | null): point is number => point !== null;

/** `undefined` if nothing was measured. */
export function summaryOf(points: Points): Summary | undefined {
  const measured = points.filter(isMeasured);
  if (measured.length === 0) return undefined;
  return { now: points.at(-1) ?? undefined, least: Math.min(...measured), most: Math.max(...measured) };
}

/**
 * The path of a line in a box that is one unit wide for each step and `height` high, from 0 to the greatest value. It has gaps
 * where nothing was measured; a value between two gaps is a dot.
 */
export function linePath(points: Points, height: number): string {
  const top = summaryOf(points)?.most || 1;
  const parts = points.map((point, index) => {
    if (point === null) return '';
    const begins = index === 0 || points[index - 1] === null;
    const place = `${index} ${Number((height * (1 - point / top)).toFixed(2))}`;
    return begins ? `M${place}h0` : `L${place}`;
  });
  return parts.join('');
}
