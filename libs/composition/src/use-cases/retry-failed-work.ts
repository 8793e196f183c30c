import {
  Clock,
  DomainError,
  FailedWorkRepository,
  Jobs,
  isUnderWay,
  type FailedWork,
  type JobStatus,
  type PortsOf,
  type RetriedWork,
  type WorkItem,
} from '@cairn/kernel';

/** Maximum failures of each job in one answer. */
const MAX_LISTED = 100;

/** No job has this name, or it has not failed at this item. */
export class FailedWorkNotFound extends DomainError {
  readonly code = 'failed-work-not-found';

  constructor(what: string) {
    super(`${what} There is nothing to retry.`);
  }
}

/** A job with its failed work. */
export interface ReportedJob extends JobStatus {
  readonly failureCount: number;
  /** By ascending item, at most 100. */
  readonly failures: readonly FailedWork[];
}

/** Lists background jobs with their failed work. Retries failed work, or gives it up. */
export class RetryFailedWork {
  static readonly ports = { jobs: Jobs, failures: FailedWorkRepository, clock: Clock };

  constructor(private readonly ports: PortsOf<typeof RetryFailedWork.ports>) {}

  async list(): Promise<readonly ReportedJob[]> {
    const { jobs, failures } = this.ports;
    const counts = await failures.count();
    return await Promise.all(
      jobs.list().map(async (job) => {
        const { [job.name]: count = 0 } = counts;
        const listed = count === 0 ? [] : await failures.list({ job: job.name, limit: MAX_LISTED });
        const { state, startedAt = Infinity } = job;
        const ended = listed.filter((one) => state === 'idle' || !isUnderWay(one, startedAt));
        return { ...job, failureCount: count - listed.length + ended.length, failures: ended };
      }),
    );
  }

  /**
   * Retries an item, or all failed work of the job, now. Returns how many items those are. @throws {FailedWorkNotFound}
   */
  async execute({ job, item }: RetriedWork): Promise<number> {
    const { jobs, failures, clock } = this.ports;
    if (!jobs.list().some(({ name }) => name === job)) throw new FailedWorkNotFound('No job has this name.');
    const count = await failures.retry({ job, item }, clock.now());
    if (item !== undefined && count === 0)
      throw new FailedWorkNotFound('The job has not failed at this item.');
    jobs.nudge(job);
    return count;
  }

  /**
   * Gives up on an item. A parked event is forgotten, and those that wait for it go on. Any other item is set aside until
   * someone retries it, or another version of the application runs. @throws {FailedWorkNotFound}
   */
  async drop(item: WorkItem): Promise<void> {
    const { failures } = this.ports;
    const found = await failures.find(item);
    if (found === undefined) throw new FailedWorkNotFound('The job has not failed at this item.');
    const { retryAt: _, ...aside } = found;
    // An event that is parked exists only in its entry. Any other item would be found again by the job if it had no
    // entry.
    await (found.payload === undefined ? failures.save(aside) : failures.remove(item));
  }
}
