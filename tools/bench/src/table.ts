import type { Growth } from './memory/growth.js';
import type { Spread } from './statistics.js';
import { isMissed, type Verdict } from './verdict.js';

const MEBIBYTE = 1024 * 1024;

/** A Markdown table of rates: medians of the rounds, and in brackets the lowest and the highest. */
export function rateTable(verdicts: readonly Verdict[]): string {
  const rows = verdicts.map((verdict) => [
    verdict.name,
    rate(verdict.cairn),
    `${rate(verdict.limit)} ${verdict.limitName}`,
    range(verdict.ratio, (ratio) => ratio.toFixed(2)),
    verdict.bar === undefined ? '–' : `≥ ${verdict.bar} ${isMissed(verdict) ? '**missed**' : 'reached'}`,
    `${verdict.p50Ms.toFixed(1)} / ${verdict.p99Ms.toFixed(1)}`,
  ]);
  return table(['what', 'Cairn/s', 'limit/s', 'ratio', 'bar', 'p50 / p99 ms'], rows);
}

/** A Markdown table of resident memory in MiB. */
export function memoryTable(growths: readonly Growth[]): string {
  const rows = growths.map(({ name, idle, peak, bar, isTooMuch }) => [
    name,
    ...[idle, peak, peak - idle].map((bytes) => (bytes / MEBIBYTE).toFixed(0)),
    bar === undefined ? '–' : `< ${bar / MEBIBYTE} ${isTooMuch ? '**missed**' : 'reached'}`,
  ]);
  return table(['20 uploads of 25 MiB at once', 'idle MiB', 'peak MiB', 'growth MiB', 'bar'], rows);
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
