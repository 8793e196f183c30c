import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** A tenth of the time where others want it, and all of it where nobody does. */
const NICE = 10;

/** Has this thread wait for the others of the process where there are fewer processors than work. Linux alone knows threads. */
export function yieldToOthers(): void {
  try {
    // Of the form `<process>/task/<thread>`.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // It has the same priority then.
  }
}
