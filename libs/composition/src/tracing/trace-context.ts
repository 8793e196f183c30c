import {
  context,
  createContextKey,
  isSpanContextValid,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Context,
  type SpanContext,
} from '@opentelemetry/api';
import type { CurrentWork } from '@cairn/kernel';

const WORK_NAME = createContextKey('cairn.work');

/** Does this as the work of that name, an operation or a background job. Works where a context manager is registered. */
export function namedWork<T>(name: string, run: () => T): T {
  return context.with(context.active().setValue(WORK_NAME, name), run);
}

const NONE: CurrentWork = {};

/** The work that is done at the moment. */
export function currentWork(): CurrentWork {
  const active = context.active();
  if (active === ROOT_CONTEXT) return NONE;
  const name = active.getValue(WORK_NAME);
  const span = trace.getSpanContext(active);
  return {
    name: typeof name === 'string' ? name : undefined,
    traceparent: span !== undefined && isSampled(span) ? formatTraceparent(span) : undefined,
  };
}

/** Whether spans of this trace are recorded. */
export const isSampled = (span: SpanContext): boolean => (span.traceFlags & TraceFlags.SAMPLED) !== 0;

/** The `traceparent` of W3C Trace Context (https://www.w3.org/TR/trace-context/#traceparent-header). */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

// Later versions may add members at the end.
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:$|-)/;

/** The span that a `traceparent` names; `undefined` if it is none. */
export function parseTraceparent(text: string): SpanContext | undefined {
  const [whole, version, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(text) ?? [];
  if (whole === undefined || (version === '00' && whole !== text)) return undefined;
  const traceFlags = parseInt(flags, 16) & TraceFlags.SAMPLED;
  const span = { traceId, spanId, traceFlags, isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}

/** The context below the span that a `traceparent` names; `undefined` if there is none that is recorded. */
export function contextOf(traceparent: string | undefined): Context | undefined {
  const span = traceparent === undefined ? undefined : parseTraceparent(traceparent);
  return span === undefined || !isSampled(span) ? undefined : trace.setSpanContext(context.active(), span);
}
