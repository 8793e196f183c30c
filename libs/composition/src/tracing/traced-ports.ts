import { SpanKind, type Attributes, type Span } from '@opentelemetry/api';
import { BlobStore, ImageProcessor, ImageRenderer } from '@cairn/images/spi';
import { OutgoingHttp } from '@cairn/kernel';
import { MapPainter } from '@cairn/maps/spi';
import {
  FeatureAnalytics,
  FeatureMaintenance,
  FeatureReader,
  FeatureStore,
  TileDrawer,
} from '@cairn/spaces/spi';
import type { Container } from 'inversify';
import type { ApplicationSettings } from '../settings/application-settings.js';
import { databasePorts } from '../settings/database-ports.js';
import type { Token } from '../use-cases/wiring.js';
import { failed, isRecorded, tracer } from './spans.js';
import { tracedOutgoing } from './traced-outgoing.js';

const DATABASES = { sqlite: 'sqlite', postgres: 'postgresql', memory: undefined, custom: undefined } as const;

const ofDatabase: readonly Token<object>[] = [
  ...Object.values<Token<object>>(databasePorts),
  ...[FeatureStore, FeatureAnalytics, FeatureMaintenance],
];

const others: readonly Token<object>[] = [
  BlobStore,
  ImageProcessor,
  ImageRenderer,
  MapPainter,
  FeatureReader,
  TileDrawer,
];

/** Makes each call of a store or a renderer a span of the trace that it belongs to. The ports must not have been resolved yet. */
export function traceCalls(container: Container, { database, blobs }: ApplicationSettings): void {
  const system = DATABASES[database.kind];
  for (const port of ofDatabase)
    container.onActivation(port, (_, adapter) =>
      tracedPort(adapter, {
        name: port.name,
        kind: system === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT,
        attributes: system === undefined ? {} : { 'db.system.name': system },
      }),
    );
  for (const port of others) {
    const isRemote = port === BlobStore && blobs.kind === 's3';
    const kind = isRemote ? SpanKind.CLIENT : SpanKind.INTERNAL;
    container.onActivation(port, (_, adapter) => tracedPort(adapter, { name: port.name, kind }));
  }
  container.onActivation(OutgoingHttp, (_, http) => tracedOutgoing(http));
}

interface Tracing {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
}

/**
 * The port, with a span for each call. Arguments are in no attribute: they are what people store. Outside of a recorded trace a call
 * is passed on as it is.
 */
export function tracedPort<T extends object>(port: T, tracing: Tracing): T {
  const known = new Map<PropertyKey, unknown>();
  const wrapped = (name: PropertyKey): unknown => {
    const member: unknown = Reflect.get(port, name);
    if (typeof member !== 'function') return member;
    const call = (...args: readonly unknown[]): unknown => Reflect.apply(member, port, args);
    if (name === 'area') return (...args: readonly unknown[]) => tracedArea(call(...args), tracing);
    return (...args: readonly unknown[]): unknown =>
      isRecorded()
        ? tracedCall(`${tracing.name}.${String(name)}`, tracing, () => call(...args))
        : call(...args);
  };
  return new Proxy(port, {
    get: (_, name) => {
      // What is no method may change.
      if (typeof Reflect.get(port, name) !== 'function') return Reflect.get(port, name) as unknown;
      if (!known.has(name)) known.set(name, wrapped(name));
      return known.get(name);
    },
    defineProperty: (_, name, property) => {
      known.delete(name);
      return Reflect.defineProperty(port, name, property);
    },
  });
}

/** A part of a store, which it makes anew for each caller. */
const tracedArea = (area: unknown, tracing: Tracing): unknown =>
  isRecorded() && typeof area === 'object' && area !== null ? tracedPort(area, tracing) : area;

function tracedCall(name: string, { kind, attributes }: Tracing, call: () => unknown): unknown {
  const span = tracer().startSpan(name, {
    ...(kind !== undefined && { kind }),
    attributes: { ...attributes, 'code.function.name': name },
  });
  let result: unknown;
  try {
    result = call();
  } catch (error) {
    failed(span, error);
    span.end();
    throw error;
  }
  if (isIterable(result)) return untilRead(result, span);
  const awaited = isRendering(result) ? result.image : result;
  if (!(awaited instanceof Promise)) {
    span.end();
    return result;
  }
  awaited.then(
    () => span.end(),
    (error: unknown) => {
      failed(span, error);
      span.end();
    },
  );
  return result;
}

const isRendering = (result: unknown): result is { readonly image: unknown } =>
  typeof result === 'object' && result !== null && 'image' in result && 'cancel' in result;

const isIterable = (result: unknown): result is AsyncIterable<unknown> =>
  typeof result === 'object' && result !== null && Symbol.asyncIterator in result;

async function* untilRead(items: AsyncIterable<unknown>, span: Span): AsyncGenerator<unknown, void> {
  try {
    yield* items;
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}
