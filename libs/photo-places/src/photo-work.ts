import type { PhotoFault, PhotoWork } from './photo-link.js';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

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
