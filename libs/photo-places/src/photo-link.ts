import type { PhotoSource } from './photo-source.js';

/** How many links an account may have. */
export const MAX_PHOTO_LINKS = 100;

/** Why photos are not in their space; `code` is stable. */
export interface PhotoFault {
  readonly code: string;
  readonly detail: string;
}

/**
 * What the background has to do for a link. `placing` writes the feature of each photo, `checking` then removes those
 * without one; `idle` waits for the next check, `blocked` for the space to take features; `removing` ends the link.
 */
export type PhotoPhase = 'placing' | 'checking' | 'idle' | 'blocked' | 'removing';

/** How far the background is with a link. */
export interface PhotoWork {
  readonly phase: PhotoPhase;
  /** Where the phase goes on; absent at its start. */
  readonly after?: string | undefined;
  /** How many images have been looked at since `placing` began. */
  readonly done: number;
  /** The latest fault since then. */
  readonly fault?: PhotoFault | undefined;
  /** When the background looks at the link next, in epoch milliseconds. */
  readonly dueAt: number;
}

/** Puts the photos of a source into a space. */
export interface PhotoLink {
  readonly id: string;
  readonly owner: string;
  readonly source: PhotoSource;
  readonly spaceId: string;
  readonly createdAt: number;
  /** Another number after each change that is not the background's own. */
  readonly generation: number;
  readonly work: PhotoWork;
}

/** Work that begins at once. */
export function newWork(phase: 'placing' | 'removing', now: number): PhotoWork {
  return { phase, done: 0, dueAt: now };
}

/** Whether photos of the link belong to its space now. */
export function isOn({ work }: PhotoLink): boolean {
  return work.phase !== 'removing';
}
