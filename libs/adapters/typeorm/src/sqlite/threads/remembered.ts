import { LRUCache } from 'lru-cache';
import type { SharedCounter } from './shared-counter.js';

/** About what one lookup may keep, some ten thousand records of the usual size. */
const MAX_BYTES = 8 * 1024 * 1024;

type Find = (...texts: readonly unknown[]) => Promise<unknown>;

/**
 * A lookup by texts that remembers what it found until anything is written, as far as there is room: what was asked for
 * last stays. What it found is frozen, as all who ask share it; what it did not find is asked for again.
 */
export function remembered(version: SharedCounter, find: Find): Find {
  let known = noneKnown();
  let knownAt = version.value;
  return async (...texts) => {
    const asked = version.value;
    if (asked !== knownAt) {
      known = noneKnown(); // to clear one takes as long as it was ever large
      knownAt = asked;
    }
    const key = texts.join('\0');
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = await find(...texts);
    // What was read while something was written may be from before.
    if (isThere(value) && version.value === asked && knownAt === asked)
      known.set(key, value, { size: bytesOf(key) + freeze(value) });
    return value;
  };
}

function noneKnown(): LRUCache<string, NonNullable<unknown>> {
  // By bytes alone: a bound by number would reserve room for so many each time.
  return new LRUCache({ maxSize: MAX_BYTES });
}

function isThere(value: unknown): value is NonNullable<unknown> {
  return value !== undefined && value !== null;
}

/** Freezes a value and what is in it. @returns about how many bytes it takes. */
function freeze(value: unknown): number {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? bytesOf(value) : 8;
  return Object.values(Object.freeze(value)).reduce((bytes: number, part) => bytes + freeze(part), 32);
}

function bytesOf(text: string): number {
  return 16 + 2 * text.length;
}
