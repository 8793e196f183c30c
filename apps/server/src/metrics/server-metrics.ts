import type { HttpMeasures, MetricsText } from '@cairn/http';
import type { StoreMeasures } from '@cairn/composition';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '../version.js';
import { registerApplication } from './application-metrics.js';
import { RequestMetrics } from './request-metrics.js';
import { StoreMetrics } from './store-metrics.js';

/** Finer steps wake an idle process more often. In milliseconds. */
const EVENT_LOOP_STEP_MS = 20;

/** They are gauges, and named like counters, which `promtool` rejects. Each is also there by type, without the ending. */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** The metrics of the server, for Prometheus. */
export class ServerMetrics {
  private readonly registry = new Registry();
  readonly requests: HttpMeasures;
  readonly stores: StoreMeasures;

  constructor() {
    this.requests = new RequestMetrics(this.registry);
    this.stores = new StoreMetrics(this.registry);
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: EVENT_LOOP_STEP_MS });
    for (const name of MISNAMED) this.registry.removeSingleMetric(name);
    const info = new Gauge({
      name: 'cairn_build_info',
      help: 'The version that runs.',
      labelNames: ['version'],
      registers: [this.registry],
    });
    info.set({ version }, 1);
  }

  /** Adds what the application knows of itself. */
  watch(watched: Parameters<typeof registerApplication>[1]): void {
    registerApplication(this.registry, watched);
  }

  /** All metrics in the text format of Prometheus. */
  readonly text = async (): Promise<MetricsText> => ({
    contentType: this.registry.contentType,
    text: await this.registry.metrics(),
  });
}
