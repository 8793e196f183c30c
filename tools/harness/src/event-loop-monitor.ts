import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 10;
const REPORTED_MS = 5;

/** Preloaded into a server: prints when and for how long its event loop was blocked by its own work. */
if (isMainThread) {
  let at = performance.now();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const lateMs = performance.now() - at - EVERY_MS;
    const used = process.cpuUsage();
    const usedMs = (used.user - cpu.user + used.system - cpu.system) / 1_000;
    // Limited to the CPU time used: on a busy machine the timer may be late without any work of this process.
    const blockedMs = Math.floor(Math.min(lateMs, usedMs));
    if (blockedMs >= REPORTED_MS)
      process.stderr.write(`${Date.now()} event loop blocked for ${blockedMs} ms\n`);
    at = performance.now();
    cpu = used;
  }, EVERY_MS).unref();
}
