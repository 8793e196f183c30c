import { heightOfRows, rowsOf, type Row, type RowMetrics } from './rows.ts';

/** What is known of a day before its photos are loaded. */
export interface DayCount {
  /** Such as `2024-07-01`. */
  readonly day: string;
  readonly count: number;
  /** The sum of width by height of its photos. */
  readonly ratios: number;
}

/** All in pixels. */
export interface SectionMetrics extends RowMetrics {
  readonly monthHeading: number;
  readonly dayHeading: number;
  /** Below the rows of a day. */
  readonly space: number;
}

/** On narrower lists rows have so few photos that the count foretells their number better than the ratios do. */
const NARROW = 560;
/** The mean ratio of photos, for what is estimated by counts. */
const MEAN_RATIO = 1.25;

/** A position in the list: a day, and how far its top is above this position in pixels. */
export interface Place {
  readonly index: number;
  readonly offset: number;
}

/**
 * The days of a list, the latest first, with their heights: estimated until their photos are loaded. A place in the list
 * is told by a day, so that it stays the same when heights above it are corrected.
 */
export class DaySections {
  private readonly loaded = new Map<
    number,
    { readonly ratios: readonly number[]; readonly missing: number }
  >();
  private readonly rowsByDay = new Map<number, readonly Row[]>();
  private readonly heights: Float64Array;
  /** The top of each day, and at the end the height of all; `undefined` after a change of heights. */
  private tops: Float64Array | undefined;
  private metrics: SectionMetrics;

  constructor(
    readonly days: readonly DayCount[],
    metrics: SectionMetrics,
  ) {
    this.heights = new Float64Array(days.length);
    this.metrics = metrics;
    this.measure(metrics);
  }

  get total(): number {
    return this.allTops()[this.days.length] ?? 0;
  }

  /** Sets the sizes, for example after the window was made wider. */
  measure(metrics: SectionMetrics): void {
    this.metrics = metrics;
    this.rowsByDay.clear();
    this.days.forEach((_, index) => (this.heights[index] = this.heightAt(index)));
    this.tops = undefined;
  }

  /** Corrects the height of a day by the ratios of its loaded photos, and by how many are not loaded yet. */
  correct(index: number, ratios: readonly number[], missing = this.missing(index, ratios)): void {
    this.loaded.set(index, { ratios, missing });
    this.rowsByDay.delete(index);
    const height = this.heightAt(index);
    if (height === this.heights[index]) return;
    this.heights[index] = height;
    this.tops = undefined;
  }

  /** The rows of loaded photos. */
  rows(index: number): readonly Row[] {
    const known = this.rowsByDay.get(index);
    if (known !== undefined) return known;
    const rows = rowsOf(this.loaded.get(index)?.ratios ?? [], this.metrics);
    this.rowsByDay.set(index, rows);
    return rows;
  }

  /** Whether the day has a heading of its month above its own. */
  beginsMonth(index: number): boolean {
    return this.days[index]?.day.slice(0, 7) !== this.days[index - 1]?.day.slice(0, 7);
  }

  /** The height of what is above the rows of a day. */
  headingHeight(index: number): number {
    const { monthHeading, dayHeading } = this.metrics;
    return dayHeading + (this.beginsMonth(index) ? monthHeading : 0);
  }

  top(index: number): number {
    return this.allTops()[index] ?? 0;
  }

  height(index: number): number {
    return this.heights[index] ?? 0;
  }

  /** The distance of a place from the top of the list. */
  positionOf({ index, offset }: Place): number {
    return this.top(index) + offset;
  }

  /** The place at a distance from the top of the list. Above and below the list it belongs to the first and last day. */
  placeAt(position: number): Place {
    const tops = this.allTops();
    let [low, high] = [0, Math.max(0, this.days.length - 1)];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((tops[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return { index: low, offset: position - (tops[low] ?? 0) };
  }

  /** The index of a day, or else of the latest one before it, or else of the last one. */
  indexOf(day: string): number {
    let [low, high] = [0, this.days.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.days[middle]?.day ?? '') > day) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, Math.max(0, this.days.length - 1));
  }

  private allTops(): Float64Array {
    if (this.tops !== undefined) return this.tops;
    const tops = new Float64Array(this.days.length + 1);
    let top = 0;
    this.heights.forEach((height, index) => {
      tops[index] = top;
      top += height;
    });
    tops[this.days.length] = top;
    this.tops = tops;
    return tops;
  }

  private heightAt(index: number): number {
    const day = this.days[index];
    if (day === undefined) return 0;
    const { gap, space } = this.metrics;
    const known = this.loaded.get(index);
    const rows = known === undefined ? 0 : heightOfRows(this.rows(index));
    const rest =
      known === undefined
        ? this.estimate(day.count, day.ratios)
        : this.rest(day, known.ratios, known.missing);
    const between = rows > 0 && rest > 0 ? gap : 0;
    return this.headingHeight(index) + rows + between + rest + space;
  }

  private missing(index: number, ratios: readonly number[]): number {
    return Math.max(0, (this.days[index]?.count ?? 0) - ratios.length);
  }

  private rest(day: DayCount, known: readonly number[], missing: number): number {
    return this.estimate(
      missing,
      known.reduce((left, ratio) => left - ratio, day.ratios),
    );
  }

  /** The height of the rows of photos that are not loaded. */
  private estimate(count: number, ratios: number): number {
    if (count <= 0) return 0;
    const { width, rowHeight, gap } = this.metrics;
    const sum = width < NARROW || ratios <= 0 ? count * MEAN_RATIO : ratios;
    const rows = (sum * rowHeight + (count - 1) * gap) / (width + gap);
    // The last row is not stretched, and so takes a whole height however few photos it has.
    return rows <= 1 ? rowHeight : (rows + 0.4) * rowHeight + Math.floor(rows) * gap;
  }
}
