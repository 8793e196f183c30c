/** Progress in job-specific steps. `total` is absent if unknown. */
export interface JobProgress {
  readonly done: number;
  readonly total?: number;
}

/** How a run ended. `result` is plain JSON. */
export type JobOutcome =
  | { readonly status: 'succeeded'; readonly result: unknown }
  | { readonly status: 'failed'; readonly error: string }
  | { readonly status: 'aborted'; readonly result: unknown };

/** The runs of a job in this process. Times in epoch milliseconds. Other nodes report their own runs. */
export interface JobStatus {
  readonly name: string;
  /** Time between the end of a run and the start of the next. */
  readonly everyMs: number;
  /** Whether only one node at a time runs it. */
  readonly leaderOnly: boolean;
  readonly state: 'idle' | 'running';
  /** Progress of the current run; absent until it reports progress. */
  readonly progress?: JobProgress;
  /** When the latest run started; absent before the first run. */
  readonly startedAt?: number;
  /** When the latest run ended; absent while it is running. */
  readonly endedAt?: number;
  /** The outcome of the latest finished run in this process. */
  readonly outcome?: JobOutcome;
  /** How many runs have ended in this process, however. */
  readonly runs: number;
  /** When the latest run that succeeded ended; absent if none did in this process. */
  readonly succeededAt?: number;
}

/** Passed to each run of a job. */
export interface JobRun {
  /** When aborted, the job must stop before its next step. Compatible with `AbortSignal`. */
  readonly signal: { readonly aborted: boolean };
  readonly report: (progress: JobProgress) => void;
}

/** A periodic background job. */
export interface Job {
  readonly name: string;
  readonly everyMs: number;
  readonly leaderOnly: boolean;
  /** Runs once. Resolves to the result, as plain JSON. */
  run(run: JobRun): Promise<unknown>;
}

/** The background work of this process: periodic jobs, and the consumers of events. */
export abstract class Jobs {
  /** Every job, in order of registration. */
  abstract list(): readonly JobStatus[];

  /** Runs the job of this name now, or again as soon as its current run ends. */
  abstract nudge(name: string): void;
}
