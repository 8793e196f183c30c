import { assert } from './assert.js';
import { setTimeout as pause } from 'node:timers/promises';

/** Ends only what never comes: what is waited for takes milliseconds, on a busy machine seconds. */
const PATIENCE_MS = 60_000;
const POLL_MS = 2;

/** Waits until it is so. @throws {AssertionError} that says what did not come. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  for (const from = performance.now(); !(await isSo()); await pause(POLL_MS))
    if (performance.now() - from > patienceMs) assert.fail(`Waited in vain until ${what}.`);
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
  await until('threads compute', () => used() > ms);
}
