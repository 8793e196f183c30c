/** One item that a job or an event consumer works on, such as an image or an event. */
export interface WorkItem {
  /** The name of the job or the consumer. */
  readonly job: string;
  /** Which item it is, in a form of the job's own. */
  readonly item: string;
}

/** Work that was begun and has not succeeded since. Times in epoch milliseconds. */
export interface FailedWork extends WorkItem {
  /** How often it was begun. */
  readonly attempts: number;
  /** Why the latest attempt failed. */
  readonly reason: string;
  /** When the latest attempt began or failed. */
  readonly failedAt: number;
  /** When it may be tried again; absent where it is set aside until someone asks for it. */
  readonly retryAt?: number;
  /** Of what made the latest attempt. */
  readonly version: string;
  /** What is needed to try it again, where the item does not tell. */
  readonly payload?: string;
}

/** Which failed work of a job to list. */
export interface FailedWorkQuery {
  readonly job: string;
  /** Whether to leave out what is set aside. */
  readonly waiting?: boolean;
  readonly limit: number;
}

/** One item of a job, or all that it has failed at. */
export interface RetriedWork extends Pick<WorkItem, 'job'> {
  readonly item?: string | undefined;
}

/** What background work has failed at, so that no restart begins it anew for ever. One node at a time does a job. */
export abstract class FailedWorkRepository {
  /** Stores it, in the place of what is stored of the item. */
  abstract save(work: FailedWork): Promise<void>;

  abstract find(item: WorkItem): Promise<FailedWork | undefined>;

  /** By ascending item. */
  abstract list(query: FailedWorkQuery): Promise<readonly FailedWork[]>;

  /** How much each job has, by its name. */
  abstract count(): Promise<Readonly<Record<string, number>>>;

  /** Does nothing where nothing is stored of the item. */
  abstract remove(item: WorkItem): Promise<void>;

  /**
   * Has work tried again at `now` as if it had never failed: one item, or all of the job. Gives how much that is.
   */
  abstract retry(work: RetriedWork, now: number): Promise<number>;

  /** Does the same to everything that other versions have failed at, and counts as tried by this one from then on. */
  abstract renew(version: string, now: number): Promise<void>;

  /** Removes what failed last before this time. */
  abstract prune(before: number): Promise<void>;
}
