import type { DayCount } from './day-sections.ts';

/** Photos that are asked for at once, unless a single day has more. */
const CHUNK = 400;

/** Days that are loaded together: from index `from`, before index `until`. */
export interface DayChunk {
  readonly from: number;
  readonly until: number;
}

/** Cuts days into chunks of about the same number of photos. A day is never cut. */
export function chunksOf(days: readonly DayCount[]): readonly DayChunk[] {
  const chunks: DayChunk[] = [];
  let [from, sum] = [0, 0];
  days.forEach(({ count }, index) => {
    if (index > from && sum + count > CHUNK) {
      chunks.push({ from, until: index });
      [from, sum] = [index, 0];
    }
    sum += count;
  });
  if (from < days.length) chunks.push({ from, until: days.length });
  return chunks;
}
