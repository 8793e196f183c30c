import type { PhotoFault, PhotoWork } from './photo-link.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An internal error. The log and the list of jobs have the details. */
const FAILED: PhotoFault = {
  code: 'photos-failed',
  detail: 'The server failed at these photos. They are tried again.',
};

/** The same work after an internal error: due in a minute, unless the back-off of its job is longer. */
export function failed(work: PhotoWork, now: number): PhotoWork {
  return { ...work, fault: FAILED, dueAt: now + MINUTE_MS };
}

/** The same work for a retry, without the internal error. */
export function withoutFailure({ fault, ...work }: PhotoWork): PhotoWork {
  return fault === undefined || fault.code === FAILED.code ? work : { ...work, fault };
}

/** After a space has rejected features. Retried when the space changes, and after an hour. */
export function blocked(fault: PhotoFault, now: number): PhotoWork {
  return { phase: 'blocked', done: 0, fault, dueAt: now + HOUR_MS };
}

/** After a complete check: due again a day later. */
export function finished({ done, fault }: PhotoWork, now: number): PhotoWork {
  return { phase: 'idle', done, fault, dueAt: now + DAY_MS };
}

/** The same work, with a fault of some of the photos if there is one. */
export function withFault(work: PhotoWork, fault: PhotoFault | undefined): PhotoWork {
  return fault === undefined ? work : { ...work, fault };
}

/** A removal that the space rejects is retried like `blocked` work. */
export function refusedRemoval(work: PhotoWork, fault: PhotoFault, now: number): PhotoWork {
  return { ...work, fault, dueAt: now + HOUR_MS };
}
