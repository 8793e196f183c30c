import type { SharedCounter } from './shared-counter.js';

const MAX_ENTRIES = 10_000;

type Find = (...texts: readonly unknown[]) => Promise<unknown>;

/**
 * A lookup by texts that remembers what it found until anything is written. What it found is frozen, as all who ask
 * share it; what it did not find is asked for again.
 */
export function remembered(version: SharedCounter, find: Find): Find {
  const known = new Map<string, unknown>();
  let knownAt = version.value;
  return async (...texts) => {
    const asked = version.value;
    if (asked !== knownAt) {
      known.clear();
      knownAt = asked;
    }
    const key = texts.join('\0');
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = await find(...texts);
    // What was read while something was written may be from before.
    if (value !== undefined && version.value === asked && knownAt === asked && known.size < MAX_ENTRIES)
      known.set(key, frozen(value));
    return value;
  };
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}
