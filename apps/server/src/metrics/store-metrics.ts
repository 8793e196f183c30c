import type { CallMeasure, StoreMeasures } from '@cairn/composition';
import type { Registry } from 'prom-client';
import { CountedGroups } from './counted-groups.js';
import { DurationHistogram } from './duration-histogram.js';

/** In seconds. */
const BUCKETS = [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5, 30];

type Count = `cairn_store_${'calls_total' | 'call_seconds_total' | 'failures_total'}`;

/** Measures the calls of the stores: as a histogram for each store, as counts and seconds for each method. */
export class StoreMetrics implements StoreMeasures {
  private readonly calls: CountedGroups<Count>;
  private readonly durations = new DurationHistogram({
    name: 'cairn_store_call_duration_seconds',
    help: 'How long calls of the database and of the blob store took.',
    labelNames: ['store'],
    buckets: BUCKETS,
  });
  private readonly stores = {
    database: this.durations.series({ store: 'database' }),
    blobs: this.durations.series({ store: 'blobs' }),
  };

  constructor(registry: Registry) {
    registry.registerMetric(this.durations);
    this.calls = new CountedGroups(registry, ['port', 'method'], {
      cairn_store_calls_total: 'Calls of the stores by port and method.',
      cairn_store_call_seconds_total: 'The time that calls of the stores took, by port and method.',
      cairn_store_failures_total: 'Calls of the stores that failed because the store could not do it.',
    });
  }

  of(port: string, method: string): CallMeasure {
    const counts = this.calls.group({ port, method });
    const store = port === 'blobs' ? this.stores.blobs : this.stores.database;
    const ended = (seconds: number): void => {
      counts.cairn_store_calls_total += 1;
      counts.cairn_store_call_seconds_total += seconds;
      store.add(seconds);
    };
    return {
      ended,
      failed: (seconds) => {
        ended(seconds);
        counts.cairn_store_failures_total += 1;
      },
    };
  }
}
