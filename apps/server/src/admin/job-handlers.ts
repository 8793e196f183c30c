import type { JobRecord } from '@cairn/api-schema';
import type { Application } from '@cairn/composition';
import { Jobs, type JobStatus } from '@cairn/kernel';
import { sendJson } from '../http/responses/send-json.js';
import type { OperationHandler } from '../http/routing/request-router.js';
import { optionalTimestamp } from '../http/responses/timestamp.js';

/** The administration API. */
export function jobHandlers({
  application,
}: {
  readonly application: Pick<Application, 'get'>;
}): Readonly<Record<string, OperationHandler>> {
  const jobs = application.get(Jobs);
  return {
    listJobs: async ({ response }) => sendJson(response, jobs.list().map(jobRecord)),
  };
}

function jobRecord({ progress, startedAt, endedAt, outcome, ...job }: JobStatus): JobRecord {
  return {
    ...job,
    progress: progress === undefined ? null : { done: progress.done, total: progress.total ?? null },
    startedAt: optionalTimestamp(startedAt),
    endedAt: optionalTimestamp(endedAt),
    outcome: outcome?.status ?? null,
    result: outcome !== undefined && 'result' in outcome ? outcome.result : null,
    error: outcome?.status === 'failed' ? outcome.error : null,
  };
}
