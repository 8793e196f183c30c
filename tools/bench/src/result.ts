import { markdownTable, spreadOf, type Spread } from '@cairn/harness';

/** What the ratio of a measurement has to be. */
export type Bar = { readonly atLeast: number } | { readonly atMost: number };

/** What was measured of Cairn, and what it is compared with, in one unit. */
export interface Result {
  readonly name: string;
  readonly unit: 'per second' | 'ms' | 'MiB';
  readonly cairn: Spread;
  readonly baseline: { readonly name: string; readonly value: Spread };
  /** Of the rounds. */
  readonly ratio: Spread;
  /** Without one the ratio is only reported. */
  readonly bar?: Bar | undefined;
  readonly latency?: { readonly p50Ms: number; readonly p99Ms: number };
  /** The longest time for which an event loop of Cairn was blocked; less than 5 ms is 0. */
  readonly blockedMs?: number;
  /** How long it may be. */
  readonly maxBlockedMs?: number;
}

/** One round: what Cairn came to, and what it is compared with. */
export interface Pair {
  readonly cairn: number;
  readonly baseline: number;
}

export function resultOf(
  pairs: readonly Pair[],
  { baseline, ...about }: Omit<Result, 'cairn' | 'baseline' | 'ratio'> & { readonly baseline: string },
): Result {
  return {
    ...about,
    cairn: spreadOf(pairs.map((pair) => pair.cairn)),
    baseline: { name: baseline, value: spreadOf(pairs.map((pair) => pair.baseline)) },
    ratio: spreadOf(pairs.map((pair) => pair.cairn / pair.baseline)),
  };
}

/** Whether the median ratio misses its bar. */
function missesBar({ ratio, bar }: Result): boolean {
  if (bar === undefined) return false;
  return 'atLeast' in bar ? !(ratio.median >= bar.atLeast) : !(ratio.median <= bar.atMost);
}

const blocksTooLong = ({ blockedMs = 0, maxBlockedMs = Infinity }: Result): boolean =>
  blockedMs > maxBlockedMs;

export const isMissed = (result: Result): boolean => missesBar(result) || blocksTooLong(result);

/** A table in Markdown: medians of the rounds, with minimum and maximum in brackets. */
export function tableOf(results: readonly Result[]): string {
  return markdownTable(
    ['what', 'Cairn', 'compared with', 'ratio', 'threshold', 'p50 / p99 ms', 'blocked ms'],
    results.map((result) => [
      result.name,
      valueOf(result, result.cairn),
      `${valueOf(result, result.baseline.value)} ${result.baseline.name}`,
      range(result.ratio, (ratio) => ratio.toFixed(2)),
      barOf(result),
      result.latency ? `${result.latency.p50Ms.toFixed(1)} / ${result.latency.p99Ms.toFixed(1)}` : '–',
      blockedOf(result),
    ]),
  );
}

function valueOf({ unit }: Result, spread: Spread): string {
  if (unit === 'per second')
    return `${range(spread, (value) => Number(value.toPrecision(4)).toLocaleString('en'))}/s`;
  return `${range(spread, (value) => value.toFixed(unit === 'MiB' ? 0 : value < 1 ? 2 : 1))} ${unit}`;
}

function barOf(result: Result): string {
  const { bar } = result;
  if (bar === undefined) return '–';
  const text = 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  return `${text} ${missesBar(result) ? '**missed**' : 'reached'}`;
}

function blockedOf(result: Result): string {
  const { blockedMs } = result;
  if (blockedMs === undefined) return '–';
  return `${blockedMs === 0 ? '< 5' : blockedMs}${blocksTooLong(result) ? ' **missed**' : ''}`;
}

function range({ median, min, max }: Spread, format: (value: number) => string): string {
  return `${format(median)} (${format(min)}–${format(max)})`;
}
