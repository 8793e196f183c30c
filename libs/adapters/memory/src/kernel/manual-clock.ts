import type { Clock, Timer } from '@cairn/kernel';

interface Waiting {
  readonly until: number;
  readonly end: () => void;
}

/** A clock that changes only when it is set, and its timer. */
export class ManualClock implements Clock, Timer {
  private waiting: readonly Waiting[] = [];

  constructor(private time: number = Date.UTC(2026, 0, 2, 3, 4, 5, 678)) {}

  now(): number {
    return this.time;
  }

  wait(durationMs: number): Promise<void> {
    const until = this.time + durationMs;
    return new Promise((end) => (this.waiting = [...this.waiting, { until, end }]));
  }

  advance(durationMs: number): void {
    this.time += durationMs;
    const isDue = ({ until }: Waiting): boolean => until <= this.time;
    const due = this.waiting.filter(isDue);
    this.waiting = this.waiting.filter((one) => !isDue(one));
    for (const { end } of due) end();
  }
}
