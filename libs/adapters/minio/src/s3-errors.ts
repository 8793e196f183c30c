import { StorageFull, StorageUnavailable } from '@cairn/kernel';

/** Codes of a full store: MinIO's disk, MinIO's bucket quota, Ceph's quota. */
export const FULL: ReadonlySet<unknown> = new Set([
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
  'QuotaExceeded',
]);
const PASSING = new Set<unknown>(['ECONNRESET', 'EPIPE', 'ConditionalRequestConflict', 'RequestTimeout']);

/** The store is temporarily unable to answer: a status such as 503, with a code such as `SlowDown` if it gave one. */
export class StoreBusy extends Error {
  override readonly name = 'StoreBusy';

  constructor(
    readonly status: number,
    readonly code: string | undefined,
  ) {
    super(`The store answered ${status}${code === undefined ? '' : ` (${code})`}.`);
  }
}

/** The code from the store or the operating system, such as `NoSuchKey` or `ECONNREFUSED`. */
export function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  // The client throws an error inside a 200 response as parsed, in the store's spelling.
  return 'code' in error ? error.code : 'Code' in error ? error.Code : undefined;
}

/** Whether a retry may succeed. */
export function isPassing(error: unknown): boolean {
  return error instanceof StoreBusy || PASSING.has(codeOf(error));
}

/** Maps an error of the store to the port's error. The original stays in `cause`. */
export function unavailable(cause: unknown): StorageUnavailable {
  if (cause instanceof StorageUnavailable) return cause;
  return FULL.has(codeOf(cause))
    ? new StorageFull('The disk is full: the S3 service takes nothing more.', { cause })
    : new StorageUnavailable('The image storage is out of order.', { cause });
}
