/** How far a job has come, in steps of its own; `total` is absent where it is not known. */
export interface JobProgress {
  readonly done: number;
  readonly total?: number;
}

/** How a job's latest run in this process ended; `result` is plain JSON. */
export type JobOutcome =
  | { readonly status: 'succeeded'; readonly result: unknown }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'aborted'; readonly result: unknown };

/** What is known in this process of a job; times in epoch milliseconds. Other nodes know of their own runs. */
export interface JobStatus {
  readonly name: string;
  readonly everyMs: number;
  /** Whether only one node at a time runs it. */
  readonly leaderOnly: boolean;
  readonly state: 'idle' | 'running';
  /** Of the run that is under way, once it tells. */
  readonly progress?: JobProgress;
  /** When the latest run began; absent until there is one. */
  readonly startedAt?: number;
  /** When the latest run ended; absent while it is under way. */
  readonly endedAt?: number;
  /** Of the latest run that ended. */
  readonly outcome?: JobOutcome;
}

/** What a run of a job is given. */
export interface JobRun {
  /** Aborted when the job shall end before its next step; an `AbortSignal` is one. */
  readonly signal: { readonly aborted: boolean };
  readonly report: (progress: JobProgress) => void;
}

/** Work that is done regularly in the background. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly leaderOnly: boolean;
  /** Does the work once and gives what came of it as plain JSON. */
  run(run: JobRun): Promise<unknown>;
}

/** The work that this process does in the background. */
export abstract class Jobs {
  /** Every job, in the order in which they were registered. */
  abstract list(): readonly JobStatus[];
}
