import { RECENT_SERIES, recentMetricsSchema, type RecentSeriesName } from '@cairn/api-schema';
import { afterEach, describe, expect, it } from '@jest/globals';
import { RecentMetrics, type ProcessFacts } from './recent-metrics.js';

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 2, 3, 0);

const nothing: ProcessFacts = {
  uploads: 0,
  renders: 0,
  backgroundFailures: 0,
  answersFromMemory: 0,
  answersFromDatabase: 0,
  residentBytes: 1_000,
  eventLoopP99Ms: Number.NaN,
};

describe('RecentMetrics', () => {
  let recorder: RecentMetrics | undefined;
  afterEach(() => recorder?.close());

  function recording() {
    const state = { at: START, facts: nothing, steps: 0 };
    const metrics = new RecentMetrics({
      now: () => state.at,
      facts: () => state.facts,
      stepBegan: () => (state.steps += 1),
      closed: () => undefined,
    });
    recorder = metrics;
    const pointsOf = (name: RecentSeriesName) =>
      metrics.read().series.find((series) => series.name === name)?.points ?? [];
    const minute = () => {
      state.at += MINUTE;
      metrics.step();
    };
    return { metrics, state, pointsOf, minute };
  }

  it('has all series, sixty points each, the last one of the minute that has begun', () => {
    const { metrics, state, minute } = recording();
    minute();
    state.at += MINUTE / 2;
    const { from, stepSeconds, series } = recentMetricsSchema.parse(metrics.read());
    expect([from, stepSeconds]).toEqual(['2026-01-02T02:02:00.000Z', 60]);
    expect(series.map(({ name }) => name)).toEqual(Object.keys(RECENT_SERIES));
    expect(series.map(({ points }) => points.length)).toEqual(series.map(() => 60));
  });

  it('counts requests by the second, and errors among them', () => {
    const { metrics, state, pointsOf, minute } = recording();
    for (let count = 0; count < 120; count += 1)
      metrics.requestEnded({ operation: 'getImage', status: count < 6 ? 500 : 404, seconds: 0.01 });
    minute();
    expect(pointsOf('requests').slice(-3)).toEqual([null, 2, 0]);
    expect(pointsOf('errors').slice(-2)).toEqual([0.1, 0]);
    expect(pointsOf('latency-p95').slice(-2)).toEqual([expect.closeTo(10, -1), null]);
    state.at += MINUTE / 2;
    metrics.requestEnded({ operation: 'getImage', status: 200, seconds: 1 });
    expect(pointsOf('requests').at(-1)).toBe(0.033);
  });

  it('has of what counts since the start only what the minute added', () => {
    const { state, pointsOf, minute } = recording();
    state.facts = {
      ...nothing,
      uploads: 6,
      renders: 60,
      backgroundFailures: 2,
      answersFromMemory: 3,
      answersFromDatabase: 1,
      eventLoopP99Ms: 11,
    };
    minute();
    minute();
    expect(pointsOf('uploads').slice(-3)).toEqual([0.1, 0, 0]);
    expect(pointsOf('renders').slice(-3)).toEqual([1, 0, 0]);
    expect(pointsOf('background-failures').slice(-3)).toEqual([2, 0, 0]);
    expect(pointsOf('answers-from-memory').slice(-3)).toEqual([0.75, null, null]);
    expect(pointsOf('event-loop-p99').slice(-3)).toEqual([11, 11, 11]);
    expect(pointsOf('resident-memory').slice(-4)).toEqual([null, 1_000, 1_000, 1_000]);
    expect(state.steps).toBe(2);
  });

  it('forgets what is older than an hour', () => {
    const { metrics, pointsOf, minute } = recording();
    metrics.requestEnded({ operation: 'getImage', status: 200, seconds: 0.01 });
    for (let count = 0; count < 59; count += 1) minute();
    expect(pointsOf('requests')[0]).toBe(0.017);
    minute();
    expect(pointsOf('requests')[0]).toBe(0);
    expect(pointsOf('requests')).toHaveLength(60);
  });
});
