/** How long a call to the store may take in all, its repetitions included, in milliseconds. */
export interface Deadlines {
  /** One that asks whether the store can be used. */
  readonly checkMs: number;
  /** One that moves few bytes. */
  readonly callMs: number;
  /** One that moves a part of an upload, or has the store copy or join what it holds. */
  readonly transferMs: number;
}

/** Time enough for a store in another data centre, and for a part at 200 kB/s. */
export const DEADLINES: Deadlines = { checkMs: 2_000, callMs: 10_000, transferMs: 30_000 };

/** The store took longer than it may. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(readonly deadlineMs: number) {
    super(`The store did not answer within ${deadlineMs} ms.`);
  }
}
