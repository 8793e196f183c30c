import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The first collection frees what starting needed, the second one returns the pages: V8 keeps them while much is allocated. */
const AFTER_MS = [5_000, 12_000];

/**
 * Collects garbage soon after the start. V8 collects when much is allocated, so a server that idles would keep the 20 to
 * 30 MB that starting needed.
 */
export function releaseMemoryLater(afterMs: readonly number[] = AFTER_MS): void {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // contexts from before the flag have no `gc`
  setFlagsFromString('--no-expose-gc');
  for (const ms of afterMs) setTimeout(collect, ms).unref();
}
