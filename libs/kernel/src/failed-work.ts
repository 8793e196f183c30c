/** An item that a job or an event consumer processes, such as an image or an event. */
export interface WorkItem {
  /** The name of the job or the consumer. */
  readonly job: string;
  /** The id of the item, in a format of the job. */
  readonly item: string;
}

/** Work that was started and has not succeeded since. Times in epoch milliseconds. */
export interface FailedWork extends WorkItem {
  /** The number of attempts. */
  readonly attempts: number;
  /** Why the latest attempt failed. */
  readonly reason: string;
  /** When the latest attempt began or failed. */
  readonly failedAt: number;
  /** When it may be retried; absent if it is set aside until someone retries it. */
  readonly retryAt?: number;
  /** The version that made the latest attempt. */
  readonly version: string;
  /** The data for a retry, if `item` is not enough. */
  readonly payload?: string;
}

/** Selects failed work of a job. */
export interface FailedWorkQuery {
  readonly job: string;
  /** Whether to leave out work that is set aside. */
  readonly waiting?: boolean;
  readonly limit: number;
}

/** One item of a job, or all its failed work. */
export interface RetriedWork extends Pick<WorkItem, 'job'> {
  readonly item?: string | undefined;
}

/**
 * The failed work of background jobs, so that retries are limited across restarts. Only one node at a time runs a job.
 */
export abstract class FailedWorkRepository {
  /** Stores it, replacing the entry of the item. */
  abstract save(work: FailedWork): Promise<void>;

  abstract find(item: WorkItem): Promise<FailedWork | undefined>;

  /** In ascending order of `item`. */
  abstract list(query: FailedWorkQuery): Promise<readonly FailedWork[]>;

  /** The number of entries by job name. */
  abstract count(): Promise<Readonly<Record<string, number>>>;

  /** Does nothing if there is no entry. */
  abstract remove(item: WorkItem): Promise<void>;

  /** Makes work due at `now` with its attempts reset: one item, or all of the job. Returns the number of entries. */
  abstract retry(work: RetriedWork, now: number): Promise<number>;

  /** Resets all entries of other versions in the same way, and assigns them this version. */
  abstract renew(version: string, now: number): Promise<void>;

  /** Removes entries that last failed before this time. */
  abstract prune(before: number): Promise<void>;
}
