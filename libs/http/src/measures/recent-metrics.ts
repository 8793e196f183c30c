import { RECENT_SERIES, type RecentMetricsRecord, type RecentSeriesName } from '@cairn/api-schema';
import { timestamp } from '../responses/timestamp.js';
import { Durations } from './durations.js';
import type { EndedRequest, HttpMeasures } from './http-measures.js';

const STEP_SECONDS = 60;
const KEPT = 60;
const FAILED_FROM = 500;

/** What is read of the process and the application. Counts are those since the start. */
export interface ProcessFacts {
  readonly uploads: number;
  readonly renders: number;
  readonly backgroundFailures: number;
  readonly answersFromMemory: number;
  readonly answersFromDatabase: number;
  readonly residentBytes: number;
  /** The 99th percentile of the delay of the event loop since the beginning of the step; `NaN` if not known. */
  readonly eventLoopP99Ms: number;
}

interface Sources {
  readonly facts: () => ProcessFacts;
  /** Begins to measure the delay of the event loop anew. */
  readonly stepBegan: () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly closed: () => void;
}

type Point = Readonly<Record<RecentSeriesName, number | undefined>>;

/** Records a few series of the last hour, a point a minute, in memory. */
export class RecentMetrics implements HttpMeasures {
  private readonly points: Point[] = [];
  private readonly durations = new Durations();
  private requests = 0;
  private errors = 0;
  private began: { readonly at: number; readonly facts: ProcessFacts };
  private readonly timer = setInterval(() => this.step(), STEP_SECONDS * 1_000).unref();

  constructor(private readonly sources: Sources) {
    this.began = { at: sources.now(), facts: sources.facts() };
  }

  requestBegan(): void {
    // Only requests that have ended are recorded.
  }

  requestEnded({ status, seconds }: EndedRequest): void {
    this.requests += 1;
    if (status >= FAILED_FROM) this.errors += 1;
    this.durations.add(seconds * 1_000);
  }

  /** Ends a step. Called by a timer. */
  step(): void {
    this.points.push(this.point());
    if (this.points.length === KEPT) this.points.shift();
    this.requests = this.errors = 0;
    this.durations.clear();
    this.sources.stepBegan();
    this.began = { at: this.sources.now(), facts: this.sources.facts() };
  }

  /** The last hour, up to now. */
  read(): RecentMetricsRecord {
    const points = [...this.points, this.point()];
    const before = Array.from({ length: KEPT - points.length }, () => null);
    return {
      from: timestamp(this.began.at - (KEPT - 1) * STEP_SECONDS * 1_000),
      stepSeconds: STEP_SECONDS,
      series: names.map((name) => ({
        name,
        unit: RECENT_SERIES[name],
        points: [...before, ...points.map((point) => rounded(point[name]))],
      })),
    };
  }

  close(): void {
    clearInterval(this.timer);
    this.sources.closed();
  }

  private point(): Point {
    const { at, facts: before } = this.began;
    const facts = this.sources.facts();
    // Less than a second is too short for a rate.
    const seconds = Math.max(1, (this.sources.now() - at) / 1_000);
    const fromMemory = facts.answersFromMemory - before.answersFromMemory;
    const answers = fromMemory + facts.answersFromDatabase - before.answersFromDatabase;
    return {
      requests: this.requests / seconds,
      errors: this.errors / seconds,
      'latency-p95': this.durations.quantile(0.95),
      uploads: (facts.uploads - before.uploads) / seconds,
      renders: (facts.renders - before.renders) / seconds,
      'event-loop-p99': facts.eventLoopP99Ms,
      'resident-memory': facts.residentBytes,
      'background-failures': facts.backgroundFailures - before.backgroundFailures,
      'answers-from-memory': answers === 0 ? undefined : fromMemory / answers,
    };
  }
}

// The cast is safe: the object is a literal.
const names = Object.keys(RECENT_SERIES) as RecentSeriesName[];

/** To three digits behind the point. `null` for what was not measured. */
const rounded = (value = Number.NaN): number | null =>
  Number.isFinite(value) ? Math.round(value * 1_000) / 1_000 : null;
