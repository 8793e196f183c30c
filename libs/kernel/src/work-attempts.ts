import type { Clock } from './clock.js';
import { StorageUnavailable } from './domain-error.js';
import type { FailedWork, FailedWorkRepository, WorkItem } from './failed-work.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** The back-off after the first failure, the second and so on. One more failure sets an item aside. */
const WAITS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

/** Attempts after which an item is set aside. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** After this many storage failures in a row, the store is at fault and not the item. */
const OUTAGE = 3;

/** The reason stored until an attempt ends. */
const BEGUN = 'An attempt began and has not ended: it is under way, or its server ended.';

const MAX_REASON = 500;
const MAX_RESTING = 1_000;

interface Options {
  readonly failures: FailedWorkRepository;
  readonly clock: Clock;
  /** Failures of other versions are retried. */
  readonly version?: string;
  /** Called for each failure. */
  readonly failed?: (job: string, error: unknown) => void;
  /** Rejects if the work times out. Without it, there is no time limit. */
  readonly limited?: <T>(work: Promise<T>) => Promise<T>;
}

/** The outcome of an attempt: `waits` if the item failed before and is not due yet. */
export type Attempted = 'done' | 'failed' | 'waits';

interface Attempt {
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Stored with a failure. */
  readonly payload?: string;
  /** Whether the error is unrelated to the item. The attempt is then not counted, and rejects with the error. */
  readonly isInterruption?: (error: unknown) => boolean;
}

/** Retries with back-off, so that a failing item neither stops a job nor is retried forever. */
export class WorkAttempts {
  constructor(private readonly options: Options) {}

  /** Starts a run of the job over some of its items. */
  run(job: string): WorkRun {
    return new WorkRun(job, this.options);
  }

  /** Whether the item was tried more than once without success. */
  async isFailing(item: WorkItem): Promise<boolean> {
    return ((await this.options.failures.find(item))?.attempts ?? 0) > 1;
  }
}

/** The attempts of one run of a job. */
export class WorkRun {
  /** The number of failed items. */
  failed = 0;
  private outages = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly job: string,
    private readonly options: Options,
  ) {}

  /** Failed items that are not due yet, at most 1,000. */
  async resting(): Promise<readonly string[]> {
    const { failures, clock } = this.options;
    const known = await failures.list({ job: this.job, limit: MAX_RESTING });
    const resting = known.filter((failure) => !isDue(failure, clock.now())).map(({ item }) => item);
    for (const item of resting) this.seen.add(item);
    return resting;
  }

  /**
   * Processes the item, unless it failed and is not due. The attempt is stored before it starts, so that it counts even
   * if the process crashes.
   * @throws {StorageUnavailable} if a store is unavailable; the next run processes the rest. Also rejects with errors
   * that `isInterruption` accepts.
   */
  async attempt(item: string, work: () => Promise<void>, how: Attempt = {}): Promise<Attempted> {
    const { failures, clock } = this.options;
    this.seen.add(item);
    const before = await failures.find({ job: this.job, item });
    if (before !== undefined && !isDue(before, clock.now())) return 'waits';
    const begun = this.failure(item, { before, reason: BEGUN, how });
    await failures.save(begun);
    try {
      await this.limited(work());
    } catch (error) {
      const isInterrupted = how.isInterruption?.(error) === true;
      if (how.signal?.aborted === true || isInterrupted || this.isOutage(error))
        await this.restore(begun, before);
      if (isInterrupted) throw error;
      if (how.signal?.aborted !== true)
        await this.fail({ ...begun, failedAt: clock.now(), reason: reasonOf(error) }, error);
      return 'failed';
    }
    this.outages = 0;
    await failures.remove(begun);
    return 'done';
  }

  /** Removes failures of items that this run has not seen: they are done or gone. */
  async forgetOthers(): Promise<void> {
    const { failures } = this.options;
    for (const failure of await failures.list({ job: this.job, limit: MAX_RESTING }))
      if (!this.seen.has(failure.item)) await failures.remove(failure);
  }

  /** Records a failure of an item that was tried without `attempt`. */
  async note(item: string, error: unknown, how: Attempt = {}): Promise<void> {
    this.seen.add(item);
    const before = await this.options.failures.find({ job: this.job, item });
    await this.fail(this.failure(item, { before, reason: reasonOf(error), how }), error);
  }

  /** Queues the item for later, without counting a failure. */
  async postpone(item: string, reason: string, payload: string): Promise<void> {
    const { failures, clock, version = '' } = this.options;
    const now = clock.now();
    const waiting = { attempts: 0, reason, failedAt: now, retryAt: now, version, payload };
    await failures.save({ job: this.job, item, ...waiting });
  }

  /** Rejects if the work exceeds the time limit. */
  async limited<T>(work: Promise<T>): Promise<T> {
    return await (this.options.limited?.(work) ?? work);
  }

  private async fail(failure: FailedWork, error: unknown): Promise<void> {
    if (this.isOutage(error)) throw error;
    this.outages = error instanceof StorageUnavailable ? this.outages + 1 : 0;
    this.failed += 1;
    await this.options.failures.save(failure);
    this.options.failed?.(this.job, error);
  }

  /** Whether the store is at fault and not the item: the attempt is then not counted. */
  private isOutage(error: unknown): boolean {
    return error instanceof StorageUnavailable && this.outages + 1 >= OUTAGE;
  }

  private async restore(item: WorkItem, before: FailedWork | undefined): Promise<void> {
    await (before === undefined ? this.options.failures.remove(item) : this.options.failures.save(before));
  }

  private failure(
    item: string,
    { before, reason, how }: { before: FailedWork | undefined; reason: string; how: Attempt },
  ): FailedWork {
    const { clock, version = '' } = this.options;
    const attempts = (before?.attempts ?? 0) + 1;
    const wait = WAITS_MS[attempts - 1];
    const { payload } = how;
    const now = clock.now();
    return {
      job: this.job,
      item,
      attempts,
      reason,
      failedAt: now,
      version,
      ...(wait !== undefined && { retryAt: now + wait }),
      ...(payload !== undefined && { payload }),
    };
  }
}

/** Whether failed work is due. */
export function isDue({ retryAt }: FailedWork, now: number): boolean {
  return retryAt !== undefined && retryAt <= now;
}

/** Whether this is an unfinished attempt of the job's current run, which began at `runBegan`. */
export function isUnderWay({ reason, failedAt }: FailedWork, runBegan: number): boolean {
  return reason === BEGUN && failedAt >= runBegan;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
}
