import { setTimeout as pause } from 'node:timers/promises';

/** Whether this node currently does the work that only one node may do at a time. */
export type Leads = () => Promise<boolean>;

/** Waits, but ends without an error when the signal aborts. Does not keep the process alive. */
export async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
}
