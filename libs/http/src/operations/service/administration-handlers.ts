import {
  retryJobQuerySchema,
  type JobRecord,
  type LoggedErrorRecord,
  type RetriedJob,
  type StorageUseRecord,
} from '@cairn/api-schema';
import {
  ReadStorageUse,
  RetryFailedWork,
  type HotSpacesState,
  type ReportedJob,
  type StorageUse,
} from '@cairn/composition';
import { RestoredCopy } from '@cairn/images';
import { HttpError } from '../../messages/http-error.js';
import { sendText } from '../../responses/send-text.js';
import { parse } from '../../messages/faults.js';
import type { HttpServices } from '../../http-services.js';
import type { OperationHandlers } from '../../routing/operation-handler.js';
import { optionalTimestamp, timestamp } from '../../responses/timestamp.js';
import type { LoggedError } from '../../logging/recent-errors.js';

/** The administration API. */
export function administrationHandlers({
  application,
  recentErrors,
  recentMetrics,
  metrics,
}: HttpServices): OperationHandlers {
  const failedWork = application.get(RetryFailedWork);
  const copy = application.get(RestoredCopy);
  const readStorageUse = application.get(ReadStorageUse);
  return {
    listJobs: async () => (await failedWork.list()).map(jobRecord),
    retryJob: async ({ params: { name = '' }, query }) => {
      const retried = await failedWork.execute({ job: name, ...parse(query, retryJobQuerySchema) });
      return { retried } satisfies RetriedJob;
    },
    promote: async () => ({ promoted: await copy.promote() }),
    getStorageUse: async () => storageUseRecord(await readStorageUse.execute()),
    getMetrics: async ({ response }) => {
      if (metrics === undefined)
        throw new HttpError({
          status: 404,
          code: 'metrics-not-here',
          detail: 'The metrics are not at this address.',
        });
      const { contentType, text } = await metrics();
      sendText(response, { headers: { 'Content-Type': contentType }, text });
    },
    getRecentMetrics: async () => recentMetrics.read(),
    listErrors: async () => recentErrors.list().map(errorRecord),
  };
}

function jobRecord(job: ReportedJob): JobRecord {
  const { name, everyMs, leaderOnly, state, progress, startedAt, endedAt, outcome } = job;
  const { failures, failureCount } = job;
  return {
    name,
    everyMs,
    leaderOnly,
    state,
    failureCount,
    progress: progress === undefined ? null : { done: progress.done, total: progress.total ?? null },
    startedAt: optionalTimestamp(startedAt),
    endedAt: optionalTimestamp(endedAt),
    outcome: outcome?.status ?? null,
    result: outcome !== undefined && 'result' in outcome ? outcome.result : null,
    error: outcome?.status === 'failed' ? outcome.error : null,
    failures: failures.map(({ item, attempts, reason, failedAt, retryAt }) => ({
      item,
      attempts,
      reason,
      failedAt: timestamp(failedAt),
      retryAt: optionalTimestamp(retryAt),
    })),
  };
}

function storageUseRecord({ images, derivatives, spaces, hotSpaces }: StorageUse): StorageUseRecord {
  return {
    images: { count: images.imageCount, sizeInBytes: images.sizeInBytes },
    derivatives,
    spaces: { count: spaces.spaceCount, featureCount: spaces.featureCount },
    hotSpaces: hotSpacesRecord(hotSpaces),
  };
}

function hotSpacesRecord(state: HotSpacesState): StorageUseRecord['hotSpaces'] {
  return {
    sizeInBytes: state.usedBytes,
    budgetInBytes: state.maxBytes,
    fromMemory: state.answers,
    fromDatabase: state.below,
    spaces: state.spaces.map(({ spaceId, bytes, features, overlay, answers, below }) => ({
      id: spaceId,
      sizeInBytes: bytes,
      featureCount: features,
      writtenCount: overlay,
      fromMemory: answers,
      fromDatabase: below,
    })),
    building: state.building.map(({ spaceId, bytes }) => ({ id: spaceId, sizeInBytes: bytes })),
    failed: state.failed.map(({ spaceId, reason, until }) => ({
      id: spaceId,
      reason,
      until: timestamp(until),
    })),
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
