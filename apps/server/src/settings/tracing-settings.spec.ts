import { describe, expect, it } from '@jest/globals';
import { tracingSettingsOf } from './tracing-settings.js';

const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318';

function settingsOf(env: Record<string, string>) {
  const faults: string[] = [];
  return { settings: tracingSettingsOf(env, faults), faults };
}

describe('tracingSettingsOf', () => {
  it.each([
    {},
    { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_EXPORTER: 'none' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' },
    { OTEL_SERVICE_NAME: 'photos', OTEL_TRACES_SAMPLER: 'always_on' },
  ])('records nothing where nothing asks for it: %j', (env) => {
    expect(settingsOf(env)).toEqual({ settings: undefined, faults: [] });
  });

  it('sends all traces by OTLP as protobuf by default', () => {
    expect(settingsOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({
      settings: {
        exporter: 'otlp-protobuf',
        sampler: { name: 'parentbased_always_on', ratio: 1 },
        queue: {},
      },
      faults: [],
    });
  });

  it('takes exporter, protocol, sampler and queue from the standard variables', () => {
    const env = {
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    };
    expect(settingsOf(env).settings).toEqual({
      exporter: 'otlp-json',
      sampler: { name: 'parentbased_traceidratio', ratio: 0.25 },
      queue: { scheduledDelayMillis: 100 },
    });
    expect(settingsOf({ OTEL_TRACES_EXPORTER: 'console' }).settings?.exporter).toBe('console');
  });

  it('tells of every fault', () => {
    const { settings, faults } = settingsOf({
      OTEL_TRACES_EXPORTER: 'otlp',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318',
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://',
      OTEL_EXPORTER_OTLP_HEADERS: 'a=b,secret',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
      OTEL_TRACES_SAMPLER: 'sometimes',
      OTEL_TRACES_SAMPLER_ARG: '1.5',
      OTEL_BSP_MAX_QUEUE_SIZE: 'many',
    });
    expect(settings).toBeUndefined();
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_EXPORTER_OTLP_PROTOCOL',
      'OTEL_TRACES_SAMPLER',
      'OTEL_TRACES_SAMPLER_ARG',
      'OTEL_BSP_MAX_QUEUE_SIZE',
    ]);
    expect(settingsOf({ OTEL_TRACES_EXPORTER: 'zipkin' }).faults).toHaveLength(1);
  });
});
