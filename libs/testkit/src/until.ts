import { assert } from './assert.js';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends only what never comes: what is waited for takes milliseconds, on a busy machine seconds. */
const PATIENCE_MS = 60_000;
const POLL_MS = 2;
const MOST_POLL_MS = 50;
/** One part in so many of the time so far: to ask takes time of a server, too. */
const POLL_PART = 20;

/** Waits until it is so. Asks ever less often, and is late by a twentieth of the time. @throws {AssertionError} that says what did not come. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const from = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - from;
    if (waitedMs > patienceMs) assert.fail(`Waited in vain until ${what}.`);
    await pause(Math.min(MOST_POLL_MS, Math.max(POLL_MS, waitedMs / POLL_PART)));
  }
}

/** What `work` gives. @throws {AssertionError} if it never ends. */
export async function ends<T>(what: string, work: Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const over = new AbortController();
  const late = pause(patienceMs, undefined, { ref: false, signal: over.signal }).then(
    () => assert.fail(`${what} never ends`),
    () => assert.fail('it ended'), // nobody hears of this
  );
  late.catch(() => undefined);
  return await Promise.race([work, late]).finally(() => over.abort());
}

/** The time that a server or a client takes that is slow on purpose. No test waits for it to be over. */
export const slowly = async (ms: number): Promise<void> => await pause(ms, undefined, { ref: false });

/** Waits until threads have computed for so long, whatever else the machine does: they are then in the midst of work. */
export async function untilThreadsCompute(ms: number): Promise<void> {
  const before = process.cpuUsage();
  const used = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  while (used() <= ms) await pause(POLL_MS); // not later, or the work is over
}
