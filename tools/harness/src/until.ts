import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 40_000;
const POLL_MS = 50;

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
