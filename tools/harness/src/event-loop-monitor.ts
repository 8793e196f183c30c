import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;
const REPORTED_MS = 5;

/** Of the main thread: how long it ran, and how long it was ready and had to wait for a processor, in nanoseconds. */
const SCHEDULING = `/proc/self/task/${process.pid}/schedstat`;

function waitedForProcessorMs(): number {
  try {
    return Number(readFileSync(SCHEDULING, 'latin1').split(' ')[1]) / 1e6;
  } catch {
    return 0; // not on Linux
  }
}

/** Preloaded into a server: prints when and for how long its event loop was blocked by its own work. */
if (isMainThread) {
  let at = performance.now();
  let waited = waitedForProcessorMs();
  setInterval(() => {
    const lateMs = performance.now() - at - EVERY_MS;
    const waitedNow = lateMs < REPORTED_MS ? waited : waitedForProcessorMs();
    // On a busy machine the timer may be late without any work of this thread.
    const blockedMs = Math.floor(lateMs - (waitedNow - waited));
    if (blockedMs >= REPORTED_MS)
      process.stderr.write(`${Date.now()} event loop blocked for ${blockedMs} ms\n`);
    waited = waitedForProcessorMs();
    at = performance.now();
  }, EVERY_MS).unref();
}
