import { setTimeout as pause } from 'node:timers/promises';

/** Ends only what never comes: what is waited for takes a second or two, on a busy machine ten times as long. */
const PATIENCE_MS = 60_000;
const POLL_MS = 20;
const MOST_POLL_MS = 100;
/** One part in so many of the time so far: to ask takes time of a server, too. */
const POLL_PART = 20;

/**
 * Waits until it is so, and gives how many milliseconds that took. Without `pollMs` it asks ever less often, and is late by a
 * twentieth of the time. @throws {Error} that says what did not come in time.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  {
    patienceMs = PATIENCE_MS,
    pollMs,
  }: { readonly patienceMs?: number | undefined; readonly pollMs?: number } = {},
): Promise<number> {
  const from = performance.now();
  while (!(await isSo())) {
    const waitedMs = performance.now() - from;
    if (waitedMs > patienceMs) throw new Error(`Waited in vain until ${what}.`);
    await pause(pollMs ?? Math.min(MOST_POLL_MS, Math.max(POLL_MS, waitedMs / POLL_PART)));
  }
  return Math.round(performance.now() - from);
}

/** The time that a server, a network or a client takes that is slow on purpose, or what passes before an accident. */
export const slowly = async (ms: number): Promise<void> => await pause(ms);
