/** How an item may misbehave. */
export type Fault = 'hangs' | 'throws' | 'allocates' | 'exits' | 'is killed';

/** How items of a job misbehave, and what may be told of them: on a busy machine the limit of time may come first. */
export interface Faults {
  readonly kinds: readonly Fault[];
  readonly reason: RegExp;
}

/** Of images, which are rendered in processes. */
export const imageFaults: Faults = {
  kinds: ['hangs', 'throws', 'allocates', 'exits', 'is killed'],
  reason: /took longer|shorter than it was|ended the processes|were killed/,
};

/** Of large features, which are copied in a thread. */
export const copyFaults: Faults = {
  kinds: ['hangs', 'throws', 'allocates', 'exits'],
  reason: /too much time or memory|It is broken/,
};

/** Of what is SQL: its steps are short by construction, and it has neither a thread nor a process of its own. */
export const statementFaults: Faults = { kinds: ['throws'], reason: /It is broken/ };

/** Of events: who handles them runs in the main thread, whose memory and loops only the end of the process bounds. */
export const eventFaults: Faults = { kinds: ['hangs', 'throws'], reason: /took longer|is out of order/ };

/** The same, where that end comes. */
export const deadlyEvent: Faults = { kinds: ['exits'], reason: /An attempt began and has not ended/ };

const LEAST_WIDTH = 101;
const JOBS = ['describe-images', 'refine-derivatives'];

/** The widths of images that misbehave in a job. */
export const FAULTY_WIDTHS = JOBS.flatMap((job, row) =>
  imageFaults.kinds.map((fault, column) => [LEAST_WIDTH + row * 10 + column, job, fault] as const),
);
