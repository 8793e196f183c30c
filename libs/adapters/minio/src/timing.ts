/** Timeouts and back-off of calls to the store, in milliseconds. A deadline includes the retries of a call. */
export interface Timing {
  /** Deadline of a call that checks whether the store is usable. */
  readonly checkMs: number;
  /** Deadline of a call that transfers few bytes. */
  readonly callMs: number;
  /** Deadline of a call that transfers a part of an upload, or makes the store copy or join objects. */
  readonly transferMs: number;
  /** The approximate back-off before the first retry; three times that before the second one. */
  readonly pauseMs: number;
}

/** Enough for a store in another data centre, and for a part at 200 kB/s. */
export const TIMING: Timing = { checkMs: 2_000, callMs: 10_000, transferMs: 30_000, pauseMs: 100 };

/** The calls with separate deadlines. */
export type CallKind = Exclude<keyof Timing, 'pauseMs'>;

/** The store exceeded the deadline. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(readonly deadlineMs: number) {
    super(`The store did not answer within ${deadlineMs} ms.`);
  }
}
