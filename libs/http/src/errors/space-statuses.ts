import type { SpaceError } from '@cairn/spaces';

/** The HTTP statuses of the errors of spaces, in the spaces API and in that of maps. */
export const spaceStatuses: Readonly<Record<SpaceError['code'], number>> = {
  'space-forbidden': 403,
  'space-limit-reached': 403,
  'feature-limit-reached': 403,
  'feature-quota-exceeded': 403,
  'space-not-found': 404,
  'archive-not-found': 404,
  'storage-not-found': 404,
  'space-read-only': 405,
  'space-exists': 409,
  'features-not-written': 409,
  'unreadable-file': 400,
  'unknown-crs': 400,
  'format-limit-exceeded': 413,
  'formats-not-installed': 501,
  'readers-busy': 503,
  'space-inactive': 428,
};
