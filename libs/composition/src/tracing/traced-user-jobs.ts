import { SpanKind } from '@opentelemetry/api';
import type { UserJob } from '@cairn/kernel';
import { inSpan, linksToCurrent } from './spans.js';
import { contextOf } from './trace-context.js';

/** A turn of a job of an account is a span of the trace in which the job was added, with a link to the run that carries it out. */
export async function inTraceOfJob(
  { kind, traceparent }: Pick<UserJob, 'kind' | 'traceparent'>,
  turn: () => Promise<void>,
): Promise<void> {
  const parent = contextOf(traceparent);
  if (parent === undefined) return await turn();
  await inSpan(
    {
      name: `job ${kind}`,
      kind: SpanKind.CONSUMER,
      attributes: { 'cairn.job': kind },
      links: linksToCurrent(),
      parent,
    },
    turn,
  );
}
