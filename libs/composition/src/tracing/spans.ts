import {
  context,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Context,
  type Link,
  type Span,
  type SpanOptions,
} from '@opentelemetry/api';
import { DomainError } from '@cairn/kernel';

/** Asked for each span, because the SDK may be registered later. */
export const tracer = () => trace.getTracer('@cairn/composition');

/** Whether what happens now belongs to a trace that is recorded. */
export function isRecorded(): boolean {
  const active = context.active();
  return active !== ROOT_CONTEXT && trace.getSpan(active)?.isRecording() === true;
}

/** For a span of another trace: the span in which it begins, if there is one. */
export function linksToCurrent(): Link[] {
  const current = trace.getSpanContext(context.active());
  return current === undefined ? [] : [{ context: current }];
}

interface NewSpan extends SpanOptions {
  readonly name: string;
  /** What it is below; by default what happens now. */
  readonly parent?: Context | undefined;
}

/** Does this in a span, which ends with it. */
export async function inSpan<T>(
  { name, parent, ...options }: NewSpan,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const around = parent ?? context.active();
  const span = tracer().startSpan(name, options, around);
  try {
    return await context.with(trace.setSpan(around, span), () => work(span));
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Tells the kind of an error and not its message, which may name addresses and values. */
export function failed(span: Span, error: unknown): void {
  span.setAttribute('error.type', typeOf(error));
  // That an image is not found or a name is taken is an answer as any other.
  if (!(error instanceof DomainError)) span.setStatus({ code: SpanStatusCode.ERROR });
}

function typeOf(error: unknown): string {
  if (error instanceof DomainError) return error.code;
  return error instanceof Error ? error.name : '_OTHER';
}
