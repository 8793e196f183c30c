import type { Clock } from '@cairn/kernel';

/** A clock that changes only when it is set. */
export class ManualClock implements Clock {
  constructor(private time: number = Date.UTC(2026, 0, 2, 3, 4, 5, 678)) {}

  now(): number {
    return this.time;
  }

  advance(durationMs: number): void {
    this.time += durationMs;
  }
}
