import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { HeapTrimmer } from '@cairn/kernel';

const MEBIBYTE = 1024 * 1024;
/** With less memory, garbage is removed beside requests, too, and space for new objects does not grow: all must fit. */
const SCARCE_BYTES = 1_024 * MEBIBYTE;
/** For this thread, which has its heap already, and for later ones. By default a thread takes up to 128 MiB for new objects. */
const SMALL_NEW_SPACES = ['--semi-space-growth-factor=1', '--max-semi-space-size=2'];
const SCARCE = { everyMs: 50, mostBytes: 24 * MEBIBYTE };
/** The main thread stops for some 40 ms: with memory enough, it does so when it has nothing to do. */
const PLENTY = { everyMs: 1_000, mostBytes: 64 * MEBIBYTE };
const QUIET = 0.05;

/**
 * Has this thread remove its garbage soon after large work, and those that are started later do the same.
 * @param memoryBytes What the process may use.
 */
export function trimHeaps(memoryBytes: number): void {
  setFlagsFromString('--expose-gc');
  // The flag is for contexts that are made later.
  const collect = runInNewContext('gc') as () => void;
  const isScarce = memoryBytes < SCARCE_BYTES;
  if (isScarce) SMALL_NEW_SPACES.forEach((flag) => setFlagsFromString(flag));
  const { everyMs, mostBytes } = isScarce ? SCARCE : PLENTY;
  const later = (run: () => void): void => void setTimeout(run, everyMs).unref();
  const heap = new HeapTrimmer({ spaces: getHeapSpaceStatistics, collect, later }, mostBytes);
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (isScarce || utilization < QUIET) heap.trim();
  }, everyMs).unref();
}
