/** How an item may misbehave. */
export type Fault = 'hangs' | 'throws' | 'allocates' | 'exits' | 'is killed';

/** How items of a job misbehave, and the reasons that may be listed. On a busy machine the limit of time may come first. */
export interface Faults {
  readonly kinds: readonly Fault[];
  readonly reason: RegExp;
}

/** Faults of images, which are rendered in processes. */
export const imageFaults: Faults = {
  kinds: ['hangs', 'throws', 'allocates', 'exits', 'is killed'],
  reason: /took longer|shorter than it was|ended the processes|were killed/,
};

/** Faults of large features, which are copied in a thread. */
export const copyFaults: Faults = {
  kinds: ['hangs', 'throws', 'allocates', 'exits'],
  reason: /too much time or memory|It is broken/,
};

/** Faults of SQL. Its steps are short by construction, and it has no thread or process of its own. */
export const statementFaults: Faults = { kinds: ['throws'], reason: /It is broken/ };

/** Faults of events. Their consumers run in the main thread, which has no limit of memory or time but the process's end. */
export const eventFaults: Faults = { kinds: ['hangs', 'throws'], reason: /took longer|is out of order/ };

/** An event whose consumer ends the process. */
export const deadlyEvent: Faults = { kinds: ['exits'], reason: /An attempt began and has not ended/ };

const LEAST_WIDTH = 101;
const JOBS = ['describe-images', 'refine-derivatives'];

/** The widths of images that misbehave in a job. */
export const FAULTY_WIDTHS = JOBS.flatMap((job, row) =>
  imageFaults.kinds.map((fault, column) => [LEAST_WIDTH + row * 10 + column, job, fault] as const),
);
