import type { JobRecord, LoggedErrorRecord, StorageUseRecord } from '@cairn/api-schema';
import { ReadStorageUse, type Application, type StorageUse } from '@cairn/composition';
import { Jobs, type JobStatus } from '@cairn/kernel';
import { sendJson } from '../http/responses/send-json.js';
import type { OperationHandler } from '../http/routing/request-router.js';
import { optionalTimestamp, timestamp } from '../http/responses/timestamp.js';
import type { LoggedError, RecentErrors } from '../logging/recent-errors.js';

/** The administration API. */
export function administrationHandlers({
  application,
  recentErrors,
}: {
  readonly application: Pick<Application, 'get'>;
  readonly recentErrors: RecentErrors;
}): Readonly<Record<string, OperationHandler>> {
  const jobs = application.get(Jobs);
  const readStorageUse = application.get(ReadStorageUse);
  return {
    listJobs: async ({ response }) => sendJson(response, jobs.list().map(jobRecord)),
    getStorageUse: async ({ response }) =>
      sendJson(response, storageUseRecord(await readStorageUse.execute())),
    listErrors: async ({ response }) => sendJson(response, recentErrors.list().map(errorRecord)),
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

function storageUseRecord({ images, derivatives, spaces }: StorageUse): StorageUseRecord {
  return {
    images: { count: images.imageCount, sizeInBytes: images.sizeInBytes },
    derivatives,
    spaces: { count: spaces.spaceCount, featureCount: spaces.featureCount },
  };
}

function errorRecord({ at, message, cause, requestId, job }: LoggedError): LoggedErrorRecord {
  return {
    at: timestamp(at),
    message,
    cause: cause ?? null,
    requestId: requestId ?? null,
    job: job ?? null,
  };
}
