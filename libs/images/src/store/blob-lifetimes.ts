import type { BlobAreaName } from './blob-area.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** For how many milliseconds the sweep leaves a blob alone that no image needs. It never looks where that is for ever. */
export const BLOB_LIFETIMES_MS: Readonly<Record<BlobAreaName, number>> = {
  originals: HOUR_MS, // more than twice the longest upload, whose record comes last; then it goes to quarantine
  derivatives: Number.POSITIVE_INFINITY,
  staged: HOUR_MS,
  quarantine: 7 * DAY_MS,
  trash: Number.POSITIVE_INFINITY,
  archives: Number.POSITIVE_INFINITY,
};
