import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** With this niceness the thread gets a tenth of the time if others want it, and all of it otherwise. */
const NICE = 10;

/**
 * Gives this thread a lower priority than the other threads of the process, for machines with fewer processors than
 * work. Only Linux has priorities of threads.
 */
export function yieldToOthers(): void {
  try {
    // The link has the form `<process>/task/<thread>`.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICE);
  } catch {
    // The thread keeps the same priority.
  }
}
