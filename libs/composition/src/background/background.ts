import { setTimeout as pause } from 'node:timers/promises';

/** Asked before work that only one node at a time may do: whether this is that node, now. */
export type Leads = () => Promise<boolean>;

/** Waits; ends early, without an error, when the signal is aborted. Keeps no process alive. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
