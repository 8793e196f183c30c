/** Steps per doubling: a step is 19 % longer than the one before. */
const PER_DOUBLING = 4;
/** The end of the first step. */
const LEAST_MS = 0.0625;
/** The last step begins at 17 minutes. */
const STEPS = 24 * PER_DOUBLING;

/** Counts durations in steps that grow, so that counting allocates nothing. */
export class Durations {
  private readonly counts = new Uint32Array(STEPS);
  private total = 0;

  add(ms: number): void {
    const step = Math.ceil(Math.log2(Math.max(ms, LEAST_MS) / LEAST_MS) * PER_DOUBLING);
    const at = Math.min(STEPS - 1, step);
    this.counts[at] = (this.counts[at] ?? 0) + 1;
    this.total += 1;
  }

  /** The time that a share of the durations, from 0 to 1, did not exceed, in milliseconds; `undefined` if there are none. */
  quantile(share: number): number | undefined {
    if (this.total === 0) return undefined;
    let left = Math.ceil(this.total * share);
    const step = this.counts.findIndex((count) => (left -= count) <= 0);
    return LEAST_MS * 2 ** (step / PER_DOUBLING);
  }

  clear(): void {
    this.counts.fill(0);
    this.total = 0;
  }
}
