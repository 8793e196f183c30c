import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';
import { BackgroundFailures, HotSpaces, type Application } from '@cairn/composition';
import { Clock, Queues } from '@cairn/kernel';
import { RecentMetrics, type ProcessFacts } from './recent-metrics.js';

const NANOSECONDS = 1e6;
/** How exactly the delay is measured, in milliseconds. Finer steps wake an idle process more often. */
const RESOLUTION_MS = 20;

/** Records what this process and the application do. */
export function recordMetrics(application: Application): RecentMetrics {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const clock = application.get(Clock);
  return new RecentMetrics({
    facts: () => factsOf(application, delay),
    stepBegan: () => delay.reset(),
    now: () => clock.now(),
    closed: () => delay.disable(),
  });
}

function factsOf(application: Application, delay: IntervalHistogram): ProcessFacts {
  const queues = application.get(Queues).list();
  const { answers, below } = application.get(HotSpaces).state();
  return {
    uploads: queues.get('uploads')?.ended ?? 0,
    renders: queues.get('renders')?.ended ?? 0,
    backgroundFailures: application.get(BackgroundFailures).total,
    answersFromMemory: answers,
    answersFromDatabase: below,
    residentBytes: process.memoryUsage.rss(),
    // The histogram has the time between two looks, of which the resolution is no delay.
    eventLoopP99Ms:
      delay.count === 0 ? Number.NaN : Math.max(0, delay.percentile(99) / NANOSECONDS - RESOLUTION_MS),
  };
}
