import type { PhotoFault, PhotoWork } from './photo-link.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** An error of the server, which its log and the list of jobs tell. */
const FAILED: PhotoFault = {
  code: 'photos-failed',
  detail: 'The server failed at these photos. They are tried again.',
};

/** The same work after an error of the server: it is tried again a minute later, where its job does not let it wait. */
export function failed(work: PhotoWork, now: number): PhotoWork {
  return { ...work, fault: FAILED, dueAt: now + MINUTE_MS };
}

/** The same work when it is tried again. */
export function withoutFailure({ fault, ...work }: PhotoWork): PhotoWork {
  return fault === undefined || fault.code === FAILED.code ? work : { ...work, fault };
}

/** After a space has refused features; it is tried again when it changes, and after an hour. */
export function blocked(fault: PhotoFault, now: number): PhotoWork {
  return { phase: 'blocked', done: 0, fault, dueAt: now + HOUR_MS };
}

/** After everything was looked at: again a day later. */
export function finished({ done, fault }: PhotoWork, now: number): PhotoWork {
  return { phase: 'idle', done, fault, dueAt: now + DAY_MS };
}

/** The same work, with a fault of some of the photos if there is one. */
export function withFault(work: PhotoWork, fault: PhotoFault | undefined): PhotoWork {
  return fault === undefined ? work : { ...work, fault };
}

/** A removal that the space refuses is tried again as `blocked` work is. */
export function refusedRemoval(work: PhotoWork, fault: PhotoFault, now: number): PhotoWork {
  return { ...work, fault, dueAt: now + HOUR_MS };
}
