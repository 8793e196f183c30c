import { context, SpanKind, trace, type Context } from '@opentelemetry/api';
import type { DomainEvent } from '@cairn/kernel';
import { failed, tracer } from './spans.js';
import { contextOf, namedWork, parseTraceparent } from './trace-context.js';

/**
 * Handles events as a consumer. Each recorded trace that some of them belong to gets a span, below the change that they tell of. What
 * is done for all of them is in the trace of the first.
 */
export async function handledInTraces(
  consumer: string,
  events: readonly DomainEvent[],
  handle: () => Promise<void>,
): Promise<void> {
  const spans = [...parentsOf(events).values()].map(({ parent, count }) => {
    const span = tracer().startSpan(
      `process ${consumer}`,
      {
        kind: SpanKind.CONSUMER,
        attributes: {
          'messaging.system': 'cairn',
          'messaging.destination.name': 'outbox',
          'messaging.operation.name': 'process',
          'messaging.operation.type': 'process',
          'messaging.consumer.group.name': consumer,
          'messaging.batch.message_count': count,
        },
      },
      parent,
    );
    return { span, within: trace.setSpan(parent, span) };
  });
  try {
    await context.with(spans[0]?.within ?? context.active(), () => namedWork(consumer, handle));
  } catch (error) {
    for (const { span } of spans) failed(span, error);
    throw error;
  } finally {
    for (const { span } of spans) span.end();
  }
}

interface Parent {
  readonly parent: Context;
  count: number;
}

/** By trace: the first event's context, and how many there are. */
function parentsOf(events: readonly DomainEvent[]): ReadonlyMap<string, Parent> {
  const parents = new Map<string, Parent>();
  for (const { traceparent } of events) {
    const parent = contextOf(traceparent);
    const traceId = parseTraceparent(traceparent ?? '')?.traceId;
    if (parent === undefined || traceId === undefined) continue;
    const known = parents.get(traceId) ?? { parent, count: 0 };
    known.count += 1;
    parents.set(traceId, known);
  }
  return parents;
}
