import type { Position } from '@cairn/kernel';

/** Before everything in a listing with the oldest first. */
export const BEFORE_OLDEST: Position = { at: Number.MIN_SAFE_INTEGER, id: '' };

/** Before everything in a listing with the newest first. */
export const BEFORE_NEWEST: Position = { at: Number.MAX_SAFE_INTEGER, id: '' };
