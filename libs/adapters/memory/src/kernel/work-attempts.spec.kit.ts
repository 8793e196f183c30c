import { WorkAttempts, type Clock, type FailedWorkRepository } from '@cairn/kernel';
import { ManualClock } from './manual-clock.js';
import { MemoryFailedWorkRepository } from './memory-failed-work-repository.js';

/** Attempts of background work. Without failures by default. */
export function newAttempts(
  clock: Clock = new ManualClock(),
  failures: FailedWorkRepository = new MemoryFailedWorkRepository(),
): WorkAttempts {
  return new WorkAttempts({ failures, clock });
}
