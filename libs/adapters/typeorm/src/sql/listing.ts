import type { Position } from '@cairn/kernel';

/** The position before a listing with the oldest first. */
export const BEFORE_OLDEST: Position = { at: Number.MIN_SAFE_INTEGER, id: '' };

/** The position before a listing with the newest first. */
export const BEFORE_NEWEST: Position = { at: Number.MAX_SAFE_INTEGER, id: '' };
