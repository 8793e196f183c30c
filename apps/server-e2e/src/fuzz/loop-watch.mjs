import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 10;
const NOTED_MS = 50;

/** Loaded before the server: notes in its output how long its event loop stood still, where it was at work meanwhile. */
if (isMainThread) {
  let at = performance.now();
  let cpu = process.cpuUsage();
  setInterval(() => {
    const lateMs = performance.now() - at - EVERY_MS;
    const { user, system } = process.cpuUsage(cpu);
    // A machine that is busy elsewhere makes a loop late that has done nothing.
    const blockedMs = Math.floor(Math.min(lateMs, (user + system) / 1_000));
    if (blockedMs >= NOTED_MS) process.stderr.write(`event loop blocked for ${blockedMs} ms\n`);
    at = performance.now();
    cpu = process.cpuUsage();
  }, EVERY_MS).unref();
}
