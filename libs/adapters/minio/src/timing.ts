/** How patient calls to the store are, in milliseconds; a deadline is for the repetitions of a call as well. */
export interface Timing {
  /** Deadline of a call that asks whether the store can be used. */
  readonly checkMs: number;
  /** Deadline of a call that moves few bytes. */
  readonly callMs: number;
  /** Deadline of a call that moves a part of an upload, or has the store copy or join what it holds. */
  readonly transferMs: number;
  /** About how long to wait before the first repetition; three times that before the second one. */
  readonly pauseMs: number;
}

/** Time enough for a store in another data centre, and for a part at 200 kB/s. */
export const TIMING: Timing = { checkMs: 2_000, callMs: 10_000, transferMs: 30_000, pauseMs: 100 };

/** The calls that have a deadline of their own. */
export type CallKind = Exclude<keyof Timing, 'pauseMs'>;

/** The store took longer than it may. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(readonly deadlineMs: number) {
    super(`The store did not answer within ${deadlineMs} ms.`);
  }
}
