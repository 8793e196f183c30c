import type { Attributes, Span, SpanKind } from '@opentelemetry/api';
import { failed, isRecorded, tracer } from '../tracing/spans.js';

export type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

/** What the spans of a port have in common. */
export interface PortSpans {
  readonly port: string;
  readonly kind: SpanKind;
  readonly attributes?: Attributes | undefined;
}

interface Called {
  readonly name: string;
  readonly method: Method;
  readonly span: PortSpans;
}

/**
 * Calls the method of the port, in a span if that belongs to a recorded trace. Arguments are in no attribute: they are what people
 * store.
 */
export function calledInSpan(port: object, { name, method, span }: Called): Method {
  const called = `${span.port}.${name}`;
  const options = { kind: span.kind, attributes: { ...span.attributes, 'code.function.name': called } };
  return (...args) => {
    // Nothing here may hold on to the arguments, or they are allocated for each call.
    if (!isRecorded()) return Reflect.apply(method, port, args);
    const begun = tracer().startSpan(called, options);
    try {
      return untilEnded(Reflect.apply(method, port, args), begun);
    } catch (error) {
      failed(begun, error);
      begun.end();
      throw error;
    }
  };
}

/** Ends the span with what the result stands for. */
function untilEnded(result: unknown, span: Span): unknown {
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
