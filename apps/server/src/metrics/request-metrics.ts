import type { EndedRequest, HttpMeasures } from '@cairn/http';
import { Gauge, type Registry } from 'prom-client';
import { DurationHistogram } from './duration-histogram.js';

/** In seconds. The first ones tell answers from memory from those of a store. */
const BUCKETS = [0.001, 0.005, 0.025, 0.1, 0.25, 1, 2.5, 10, 60];

type Status = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';
const STATUSES: readonly Status[] = ['1xx', '2xx', '3xx', '4xx', '5xx'];

type Add = (seconds: number) => void;

/** Counts requests by operation and class of status, of which there are as many as the API has, whatever is asked for. */
export class RequestMetrics implements HttpMeasures {
  private readonly durations = new DurationHistogram({
    name: 'cairn_http_request_duration_seconds',
    help: 'How long requests took, from their headers until the response was sent or its client was gone, by operation.',
    labelNames: ['operation', 'status'],
    buckets: BUCKETS,
  });
  private readonly byOperation = new Map<string, readonly Add[]>();
  private inFlight = 0;

  constructor(registry: Registry) {
    registry.registerMetric(this.durations);
    const inFlight = (): number => this.inFlight;
    registry.registerMetric(
      new Gauge({
        name: 'cairn_http_requests_in_flight',
        help: 'Requests that are answered now.',
        registers: [],
        collect() {
          this.set(inFlight());
        },
      }),
    );
  }

  requestBegan(): void {
    this.inFlight += 1;
  }

  requestEnded({ operation, status, seconds }: EndedRequest): void {
    this.inFlight -= 1;
    let adds = this.byOperation.get(operation);
    if (adds === undefined) {
      adds = STATUSES.map((name) => this.durations.series({ operation, status: name }).add);
      this.byOperation.set(operation, adds);
    }
    adds[Math.min(5, Math.max(1, Math.floor(status / 100))) - 1]?.(seconds);
  }
}
