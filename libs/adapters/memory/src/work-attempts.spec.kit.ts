import { WorkAttempts, type Clock } from '@cairn/kernel';
import { ManualClock } from './manual-clock.js';
import { MemoryFailedWorkRepository } from './memory-failed-work-repository.js';

/** Attempts at background work, none of which has failed yet. */
export function newAttempts(clock: Clock = new ManualClock()): WorkAttempts {
  return new WorkAttempts({ failures: new MemoryFailedWorkRepository(), clock });
}
