import type { Json } from '../json/json.js';
import { type Interval, MAX_PERIODS, type TimeBuckets } from '../features/analytics/analysis-query.js';

/**
 * Length of the part of `2026-06-07T08:09:10.011Z` that identifies the period, and the rest at the start of the period.
 */
const parts: Readonly<Record<Interval, readonly [length: number, rest: string]>> = {
  year: [4, '-01-01T00:00:00.000Z'],
  month: [7, '-01T00:00:00.000Z'],
  day: [10, 'T00:00:00.000Z'],
  hour: [13, ':00:00.000Z'],
};

const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/;
const TIME = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|z|[+-]\d\d:?\d\d)?$/;
/** The last instant that is written with a year of four digits, and the first. */
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
const EARLIEST = -62_167_219_200_000;

/** Counts dates by periods of UTC. */
export class TimePeriods {
  private readonly counts = new Map<string, number>();
  private missing = 0;

  constructor(private readonly interval: Interval) {}

  offer(member: Json | undefined): void {
    const time = instantOf(member);
    if (time === undefined) {
      this.missing += 1;
      return;
    }
    const [length] = parts[this.interval];
    const period = new Date(time).toISOString().slice(0, length);
    if (this.counts.size <= MAX_PERIODS) this.counts.set(period, (this.counts.get(period) ?? 0) + 1);
  }

  result(): TimeBuckets {
    const [, rest] = parts[this.interval];
    const buckets = [...this.counts]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([period, count]) => ({ from: period + rest, count }));
    return { buckets, missing: this.missing };
  }
}

/** Epoch milliseconds of a member: a number of them, or a date or a time of ISO 8601, in UTC if it names no zone. */
function instantOf(member: Json | undefined): number | undefined {
  const time = typeof member === 'number' ? member : typeof member === 'string' ? parsed(member) : NaN;
  return time >= EARLIEST && time <= LATEST ? time : undefined;
}

function parsed(text: string): number {
  if (DATE.test(text)) return isDay(text) ? Date.parse(text) : NaN;
  const [, day = '', time = '', zone = 'Z'] = TIME.exec(text) ?? [];
  if (!isDay(day)) return NaN;
  const spelled = zone.toUpperCase().replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
  return Date.parse(`${day}T${time}${spelled}`);
}

/** `Date.parse` reads 30 February as 1 March. Years and months have no day that could be wrong. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
