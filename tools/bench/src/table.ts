import { blocksTooLong, MAX_BLOCKED_MS, missesBar, type HubResult } from './hub/hub-result.js';
import type { Growth } from './memory/growth.js';
import type { Spread } from './statistics.js';
import { isMissed, type MeasuredResult } from './comparison-result.js';

const MEBIBYTE = 1024 * 1024;

/** A Markdown table of rates: the median of the rounds, with minimum and maximum in brackets. */
export function rateTable(results: readonly MeasuredResult[]): string {
  const rows = results.map((result) => [
    result.name,
    rate(result.cairn),
    `${rate(result.baseline)} ${result.baselineName}`,
    range(result.ratio, (ratio) => ratio.toFixed(2)),
    result.threshold === undefined
      ? '–'
      : `≥ ${result.threshold} ${isMissed(result) ? '**missed**' : 'reached'}`,
    `${result.p50Ms.toFixed(1)} / ${result.p99Ms.toFixed(1)}`,
    result.blockedMs === 0 ? '< 5' : String(result.blockedMs),
  ]);
  return table(['what', 'Cairn/s', 'baseline/s', 'ratio', 'threshold', 'p50 / p99 ms', 'blocked ms'], rows);
}

/** A Markdown table of resident memory in MiB. */
export function memoryTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ name, idle, peak, threshold, isExceeded }) => [
    name,
    ...[idle, peak, peak - idle].map((bytes) => (bytes / MEBIBYTE).toFixed(0)),
    threshold === undefined ? '–' : `< ${threshold / MEBIBYTE} ${isExceeded ? '**missed**' : 'reached'}`,
  ]);
  return table(['20 uploads of 25 MiB at once', 'idle MiB', 'peak MiB', 'growth MiB', 'threshold'], rows);
}

/** A Markdown table of what is measured of the hub. */
export function hubTable(results: readonly HubResult[]): string {
  const rows = results.map((result) => [
    result.name,
    value(result, result.cairn),
    `${value(result, result.baseline.value)} ${result.baseline.name}`,
    range(result.ratio, (ratio) => ratio.toFixed(2)),
    barOf(result),
    result.blockedMs === 0 ? '< 5' : `${result.blockedMs}${blocksTooLong(result) ? ' **missed**' : ''}`,
  ]);
  return table(
    ['what', 'Cairn', 'compared with', 'ratio', 'threshold', `blocked ms, ≤ ${MAX_BLOCKED_MS}`],
    rows,
  );
}

function value({ unit }: HubResult, spread: Spread): string {
  if (unit === 'per second') return `${rate(spread)}/s`;
  return `${range(spread, (amount) => amount.toFixed(unit === 'ms' ? 1 : 0))} ${unit}`;
}

function barOf(result: HubResult): string {
  const { bar } = result;
  if (bar === undefined) return '–';
  const text = 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`;
  return `${text} ${missesBar(result) ? '**missed**' : 'reached'}`;
}

function rate(spread: Spread): string {
  return range(spread, (value) => Number(value.toPrecision(4)).toLocaleString('en'));
}

function range({ median, min, max }: Spread, format: (value: number) => string): string {
  return `${format(median)} (${format(min)}–${format(max)})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
