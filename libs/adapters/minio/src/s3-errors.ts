import { StorageFull, StorageUnavailable } from '@cairn/kernel';

/** Codes of a store without room: MinIO's disk, MinIO's quota of a bucket, Ceph's quota. */
export const FULL: ReadonlySet<unknown> = new Set([
  ...['XMinioStorageFull', 'XMinioAdminBucketQuotaExceeded', 'QuotaExceeded'],
]);
const PASSING = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ConditionalRequestConflict', 'RequestTimeout']);

/** The store answers, but not now: with a status such as 503, for a reason such as `SlowDown` if it gave one. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';

  constructor(
    readonly status: number,
    readonly code: string | undefined,
  ) {
    super(`The store answered ${status}${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** The code that the store, or else the operating system, gave, such as `NoSuchKey` or `ECONNREFUSED`. */
export function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  // An error inside an answer of success is thrown as the client parsed it, in the store's own spelling.
  return 'code' in error ? error.code : 'Code' in error ? error.Code : undefined;
}

/** Whether the same call may well succeed a moment later. */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreBusy || PASSING.has(codeOf(error));
}

/** What a failure of the store means to a caller; what the store said stays in its cause. */
export function unavailable(cause: unknown): StorageUnavailable {
  if (cause instanceof StorageUnavailable) return cause;
  return FULL.has(codeOf(cause))
    ? new StorageFull('The disk is full: the S3 service takes nothing more.', { cause })
    : new StorageUnavailable('The image storage is out of order.', { cause });
}
