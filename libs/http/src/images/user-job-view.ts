import type { UserJobRecord } from '@cairn/api-schema';
import { BULK_JOB, type ImportedAddress } from '@cairn/images';
import type { ListedUserJob } from '@cairn/kernel';
import { optionalTimestamp, timestamp } from '../responses/timestamp.js';

/** The record of a job of an account. */
export function userJobRecord(job: ListedUserJob): UserJobRecord {
  const { id, kind, state, done, total = null, error = null, createdAt, endedAt } = job;
  return {
    id,
    kind: kind === BULK_JOB ? 'bulk-change' : 'import',
    state,
    done,
    total,
    result: resultOf(job),
    error,
    createdAt: timestamp(createdAt),
    endedAt: optionalTimestamp(endedAt),
  };
}

/** The cast is safe: the steps of the job wrote the result in this form. */
function resultOf({ kind, result }: ListedUserJob): UserJobRecord['result'] {
  if (kind === BULK_JOB) return JSON.parse(result) as { readonly changed: number };
  const images = JSON.parse(result) as readonly ImportedAddress[];
  return { images: [...images] };
}
