/** Median and range over the rounds. */
export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: percentile(values, 50), min: percentile(values, 0), max: percentile(values, 100) };
}

/** Nearest-rank percentile; `NaN` for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).sort();
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
