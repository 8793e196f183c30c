import type { BlobAreaName } from './blob-area.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The age in milliseconds from which the sweep removes unreferenced blobs. The sweep skips areas with an infinite
 * lifetime.
 */
export const BLOB_LIFETIMES_MS: Readonly<Record<BlobAreaName, number>> = {
  originals: HOUR_MS, // more than twice the longest upload, whose record comes last; then it goes to quarantine
  derivatives: Number.POSITIVE_INFINITY,
  staged: HOUR_MS,
  quarantine: 7 * DAY_MS,
  archives: Number.POSITIVE_INFINITY,
};
