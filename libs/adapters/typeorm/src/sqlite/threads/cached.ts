import { LRUCache } from 'lru-cache';
import { isCommitting, type SharedCounter } from '../connection/shared-counter.js';

/** Memory for one lookup's results: about ten thousand records of the usual size. */
const MAX_BYTES = 8 * 1024 * 1024;

type Find = (...texts: readonly unknown[]) => Promise<unknown>;

/** The counter that tells of commits which may change what is found under a key. */
type CommitsOf = (key: string) => SharedCounter;

interface Known {
  readonly value: NonNullable<unknown>;
  /** The count when it was read. */
  readonly count: number;
}

/**
 * Caches the results of a lookup until their counter tells of a commit. Evicts the least recently used. Results are
 * frozen, because callers share them. Misses are not cached, and neither are results that `isKept` refuses. While a
 * commit is under way everything is read: once one reader has seen what it stores, no answer may be older.
 */
export function cached(
  commitsOf: CommitsOf,
  find: Find,
  isKept: (value: unknown) => boolean = isThere,
): Find {
  // Limited by bytes only: a limit by number would preallocate.
  const known = new LRUCache<string, Known>({ maxSize: MAX_BYTES });
  return async (...texts) => {
    const [text] = texts;
    const key = texts.length === 1 && typeof text === 'string' ? text : texts.join('\0');
    const commits = commitsOf(key);
    const count = commits.value;
    if (isCommitting(count)) return await find(...texts);
    const found = known.get(key);
    if (found?.count === count) return found.value;
    const value = await find(...texts);
    // A result read during a write may be out of date.
    if (isThere(value) && isKept(value) && commits.value === count)
      known.set(key, { value, count }, { size: bytesOf(key) + freeze(value) });
    return value;
  };
}

/** Private files are not cached: a faster answer than for an absent file would reveal that they exist. */
export function isOpen(value: unknown): boolean {
  return !(
    typeof value === 'object' &&
    value !== null &&
    'visibility' in value &&
    value.visibility === 'private'
  );
}

function isThere(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null;
}

/** Freezes a value deeply. @returns its approximate size in bytes. */
function freeze(value: unknown): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? bytesOf(value) : 8;
  return Object.values(Object.freeze(value)).reduce((bytes: number, part) => bytes + freeze(part), 32);
}

function bytesOf(text: string): number {
  return 16 + 2 * text.length;
}
