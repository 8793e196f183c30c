import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HeapTrimmer } from '@cairn/kernel';

const MEBIBYTE = 1024 * 1024;
/**
 * With less memory than this, garbage is collected even while requests run, and the space for new objects does not
 * grow.
 */
const SCARCE_BYTES = 1_024 * MEBIBYTE;
/**
 * Applies to this thread, whose heap already exists, and to later threads. By default a thread takes up to 128 MiB for
 * new objects.
 */
const SMALL_NEW_SPACES = ['--semi-space-growth-factor=1', '--max-semi-space-size=2'];
const SCARCE = { everyMs: 50, mostBytes: 24 * MEBIBYTE };
/** A collection stops the main thread for some 40 ms. With enough memory it runs only when the thread is idle. */
const PLENTY = { everyMs: 1_000, mostBytes: 64 * MEBIBYTE };
const QUIET = 0.05;
/** Giving memory back stops the main thread for some 150 ms: it waits until nobody has asked for anything for so long. */
const QUIET_MS = 60_000;

/**
 * Makes this thread, and threads that start later, collect garbage soon after large work.
 * @param memoryBytes The memory that the process may use.
 */
export function trimHeaps(memoryBytes: number): void {
  setFlagsFromString('--expose-gc');
  // The flag has an effect only on contexts created after it is set.
  const collect = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
  const isScarce = memoryBytes < SCARCE_BYTES;
  if (isScarce) SMALL_NEW_SPACES.forEach((flag) => setFlagsFromString(flag));
  const { everyMs, mostBytes } = isScarce ? SCARCE : PLENTY;
  const heap = new HeapTrimmer(
    {
      spaces: getHeapSpaceStatistics,
      collect: () => void collect(),
      release: () => void collect({ flavor: 'last-resort' }),
      later: (run) => void setTimeout(run, everyMs).unref(),
      muchLater: (run) => void setTimeout(run, QUIET_MS).unref(),
    },
    mostBytes,
  );
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization >= QUIET) heap.busy();
    if (isScarce || utilization < QUIET) heap.trim();
  }, everyMs).unref();
}
