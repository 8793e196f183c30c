type Environment = Readonly<Record<string, string | undefined>>;

/** Where spans are sent: by OTLP over HTTP, or to standard output. */
export type SpanExporterName = 'otlp-json' | 'otlp-protobuf' | 'console';

/** Which traces are recorded, by the names of `OTEL_TRACES_SAMPLER`. */
export interface SamplerSettings {
  readonly name: SamplerName;
  /** Of the traces, from 0 to 1. */
  readonly ratio: number;
}

/** Limits of the queue of spans; those of the SDK by default. */
export interface SpanQueueSettings {
  readonly scheduledDelayMillis?: number;
  readonly exportTimeoutMillis?: number;
  readonly maxQueueSize?: number;
  readonly maxExportBatchSize?: number;
}

/** What the standard variables of OpenTelemetry ask for. The exporter and the resource read the rest of them. */
export interface TracingSettings {
  readonly exporter: SpanExporterName;
  readonly sampler: SamplerSettings;
  readonly queue: SpanQueueSettings;
}

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'] as const;
const HEADERS = ['OTEL_EXPORTER_OTLP_TRACES_HEADERS', 'OTEL_EXPORTER_OTLP_HEADERS'] as const;
/** Without the scheme, `localhost:4318` would be an address of the scheme `localhost`. */
const ADDRESS = /^https?:\/\/[^/]/i;
const HEADER = /^\s*[^\s=]+\s*=/;

type SamplerName = (typeof SAMPLERS)[number];

const QUEUE = {
  scheduledDelayMillis: 'OTEL_BSP_SCHEDULE_DELAY',
  exportTimeoutMillis: 'OTEL_BSP_EXPORT_TIMEOUT',
  maxQueueSize: 'OTEL_BSP_MAX_QUEUE_SIZE',
  maxExportBatchSize: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
} as const satisfies Record<keyof SpanQueueSettings, string>;

/** `undefined` if no traces are to be recorded. What is wrong is added to `faults`. */
export function tracingSettingsOf(env: Environment, faults: string[]): TracingSettings | undefined {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined;
  const { OTEL_TRACES_EXPORTER: name = '' } = env;
  if (name === 'none' || (name === '' && ENDPOINTS.every((endpoint) => !env[endpoint]))) return undefined;
  const exporter = exporterOf(env, faults);
  const sampler = samplerOf(env, faults);
  const queue = queueOf(env, faults);
  return exporter && sampler && { exporter, sampler, queue };
}

function exporterOf(env: Environment, faults: string[]): SpanExporterName | undefined {
  const exporter = env['OTEL_TRACES_EXPORTER'] || 'otlp';
  if (exporter === 'console') return 'console';
  if (exporter !== 'otlp') {
    faults.push('OTEL_TRACES_EXPORTER must be otlp, console or none, for example OTEL_TRACES_EXPORTER=otlp');
    return undefined;
  }
  // The exporter ignores what it cannot read, and sends to localhost.
  for (const endpoint of ENDPOINTS) {
    const address = env[endpoint] ?? '';
    if (address !== '' && !(ADDRESS.test(address) && URL.canParse(address)))
      faults.push(
        `${endpoint} must be an http or https address, for example ${endpoint}=http://localhost:4318`,
      );
  }
  for (const header of HEADERS)
    if (!(env[header] || 'a=b').split(',').every((pair) => HEADER.test(pair)))
      faults.push(`${header} must be names and values, for example ${header}=authorization=Bearer%20secret`);
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/protobuf';
  if (protocol === 'http/json') return 'otlp-json';
  if (protocol === 'http/protobuf') return 'otlp-protobuf';
  faults.push(
    'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, for example OTEL_EXPORTER_OTLP_PROTOCOL=http/protobuf',
  );
  return undefined;
}

function samplerOf(env: Environment, faults: string[]): SamplerSettings | undefined {
  const given = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const name = SAMPLERS.find((sampler) => sampler === given);
  const text = env['OTEL_TRACES_SAMPLER_ARG'] || '1';
  const ratio = /^(?:0|1|[01]?\.\d{1,12})$/.test(text) ? Number(text) : Number.NaN;
  if (name === undefined)
    faults.push(
      `OTEL_TRACES_SAMPLER must be one of ${SAMPLERS.join(', ')}, for example OTEL_TRACES_SAMPLER=parentbased_traceidratio`,
    );
  if (!(ratio <= 1))
    faults.push('OTEL_TRACES_SAMPLER_ARG must be from 0 to 1, for example OTEL_TRACES_SAMPLER_ARG=0.1');
  return name && ratio <= 1 ? { name, ratio } : undefined;
}

function queueOf(env: Environment, faults: string[]): SpanQueueSettings {
  const given = Object.entries(QUEUE).flatMap(([property, name]) => {
    const text = env[name] ?? '';
    if (text === '') return [];
    if (/^[1-9]\d{0,8}$/.test(text)) return [[property, Number(text)] as const];
    faults.push(`${name} must be a whole number from 1, for example ${name}=5000`);
    return [];
  });
  return Object.fromEntries(given);
}
