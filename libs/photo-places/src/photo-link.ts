import type { PhotoSource } from './photo-source.js';

/** Maximum number of links per account. */
export const MAX_PHOTO_LINKS = 100;

/** Why photos are not in their space. `code` is stable. */
export interface PhotoFault {
  readonly code: string;
  readonly detail: string;
}

/**
 * The state of a link for the background job. `placing` writes the feature of each photo, `checking` then removes
 * features without one; `idle` waits for the next check, `blocked` waits until the space accepts features; `removing`
 * ends the link.
 */
export type PhotoPhase = 'placing' | 'checking' | 'idle' | 'blocked' | 'removing';

/** The progress of the background job on a link. */
export interface PhotoWork {
  readonly phase: PhotoPhase;
  /** The cursor of the phase; absent at its start. */
  readonly after?: string | undefined;
  /** The number of checked images since `placing` began. */
  readonly done: number;
  /** The latest fault since `placing` began. */
  readonly fault?: PhotoFault | undefined;
  /** When the background job checks the link next, in epoch milliseconds. */
  readonly dueAt: number;
}

/** Links the photos of a source to a space. */
export interface PhotoLink {
  readonly id: string;
  readonly owner: string;
  readonly source: PhotoSource;
  readonly spaceId: string;
  readonly createdAt: number;
  /** Changes with each change that is not the background job's own. */
  readonly generation: number;
  readonly work: PhotoWork;
}

/** Work that is due immediately. */
export function newWork(phase: 'placing' | 'removing', now: number): PhotoWork {
  return { phase, done: 0, dueAt: now };
}

/** Whether the photos of the link belong to its space. */
export function isOn({ work }: PhotoLink): boolean {
  return work.phase !== 'removing';
}
