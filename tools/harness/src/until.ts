import { setTimeout as pause } from 'node:timers/promises';

/** Ends only what never comes: what is waited for takes a second or two, on a busy machine ten times as long. */
const PATIENCE_MS = 60_000;
const POLL_MS = 20;

/** Waits until it is so, and gives how many milliseconds that took. @throws {Error} that says what did not come in time. */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { patienceMs = PATIENCE_MS, pollMs = POLL_MS } = {},
): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    if (performance.now() - from > patienceMs) throw new Error(`Waited in vain until ${what}.`);
    await pause(pollMs);
  }
  return Math.round(performance.now() - from);
}

/** The time that a server, a network or a client takes that is slow on purpose, or what passes before an accident. */
export const slowly = async (ms: number): Promise<void> => await pause(ms);
