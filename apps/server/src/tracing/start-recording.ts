import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  serviceNameEnvDetector,
  type Resource,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ConsoleSpanExporter,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import type { SamplerSettings, SpanExporterName, TracingSettings } from '../settings/tracing-settings.js';
import { version } from '../version.js';

const MINUTE_MS = 60_000;

/** Records traces from now on, and sends them in the background. */
export async function startRecording(
  { exporter, sampler, queue }: TracingSettings,
  log: Logger,
): Promise<TracerProvider> {
  reportFailures(log);
  const spanExporter = await exporterOf(exporter);
  const provider = new TracerProvider({
    resource: resource(),
    sampler: samplerOf(sampler),
    spanProcessors: [new BatchSpanProcessor({ ...queue, exporter: spanExporter })],
  });
  trace.setGlobalTracerProvider(provider);
  return provider;
}

/** `OTEL_SERVICE_NAME` and `OTEL_RESOURCE_ATTRIBUTES` take precedence. */
function resource(): Resource {
  const detectors = [serviceInstanceIdDetector, resourceAttributesEnvDetector, serviceNameEnvDetector];
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'cairn', 'service.version': version }))
    .merge(detectResources({ detectors }));
}

/** The exporters read the other variables of OTLP: the endpoint, headers, the time limit, compression and certificates. */
async function exporterOf(name: SpanExporterName): Promise<SpanExporter> {
  if (name === 'console') return new ConsoleSpanExporter();
  const { OTLPTraceExporter } =
    name === 'otlp-json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  return new OTLPTraceExporter();
}

function samplerOf({ name, ratio }: SamplerSettings): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

/** Once a minute at most: a collector that is away fails every few seconds. */
function reportFailures(log: Logger): void {
  let next = 0;
  const report = (...reasons: readonly unknown[]): void => {
    const now = performance.now();
    if (now < next) return;
    next = now + MINUTE_MS;
    log.warn(
      { reason: reasons.map(String).join(' ') },
      'traces could not be sent; requests are served as usual',
    );
  };
  const nothing = (): void => undefined;
  const logger = { error: report, warn: report, info: nothing, debug: nothing, verbose: nothing };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}
