import type { Clock } from './clock.js';
import { StorageUnavailable } from './domain-error.js';
import type { FailedWork, FailedWorkRepository, WorkItem } from './failed-work.js';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an item waits after its first failure, its second and so on. After one more it is set aside. */
const WAITS_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

/** Attempts after which an item is set aside. */
export const MAX_ATTEMPTS = WAITS_MS.length + 1;

/** With so many failures in a row for the sake of a store, it is not the last item that is at fault. */
const OUTAGE = 3;

/** Why an attempt has failed that has not ended. */
const BEGUN = 'An attempt began and has not ended: it is under way, or its server ended.';

const MAX_REASON = 500;
const MAX_RESTING = 1_000;

interface Options {
  readonly failures: FailedWorkRepository;
  readonly clock: Clock;
  /** Work that an earlier version failed at is tried anew. */
  readonly version?: string;
  /** Told of each failure. */
  readonly failed?: (job: string, error: unknown) => void;
  /** Rejects where the work takes too long. Without it, work may take any time. */
  readonly limited?: <T>(work: Promise<T>) => Promise<T>;
}

/** How an attempt at an item ended: `waits` where it failed before and is not tried now. */
export type Attempted = 'done' | 'failed' | 'waits';

interface Attempt {
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Stored with a failure. */
  readonly payload?: string;
  /** Whether the error has nothing to do with the item. The attempt then does not count, and rejects with it. */
  readonly isInterruption?: (error: unknown) => boolean;
}

/** Sees that one item that fails neither ends a job nor is tried for ever. */
export class WorkAttempts {
  constructor(private readonly options: Options) {}

  /** Begins a run of the job over some of its items. */
  run(job: string): WorkRun {
    return new WorkRun(job, this.options);
  }

  /** Whether the item was begun more than once without success. */
  async isFailing(item: WorkItem): Promise<boolean> {
    return ((await this.options.failures.find(item))?.attempts ?? 0) > 1;
  }
}

/** The attempts of one run of a job. */
export class WorkRun {
  /** How many items failed. */
  failed = 0;
  private outages = 0;
  private readonly seen = new Set<string>();

  constructor(
    private readonly job: string,
    private readonly options: Options,
  ) {}

  /** Items, at most 1,000, that failed before and are not to be tried now. */
  async resting(): Promise<readonly string[]> {
    const { failures, clock } = this.options;
    const known = await failures.list({ job: this.job, limit: MAX_RESTING });
    const resting = known.filter((failure) => !isDue(failure, clock.now())).map(({ item }) => item);
    for (const item of resting) this.seen.add(item);
    return resting;
  }

  /**
   * Works on the item, unless it failed and waits. The attempt counts from its begin, so that it counts where the
   * process ends with it.
   * @throws {StorageUnavailable} A store is away: the rest is left to the next run. What `isInterruption` tells.
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

  /** Forgets failures at items that are neither resting nor among those of this run: they are done, or gone. */
  async forgetOthers(): Promise<void> {
    const { failures } = this.options;
    for (const failure of await failures.list({ job: this.job, limit: MAX_RESTING }))
      if (!this.seen.has(failure.item)) await failures.remove(failure);
  }

  /** Notes that the item failed, where it was tried without `attempt`. */
  async note(item: string, error: unknown, how: Attempt = {}): Promise<void> {
    this.seen.add(item);
    const before = await this.options.failures.find({ job: this.job, item });
    await this.fail(this.failure(item, { before, reason: reasonOf(error), how }), error);
  }

  /** Notes that the item is to be worked on later, without a failure of its own. */
  async postpone(item: string, reason: string, payload: string): Promise<void> {
    const { failures, clock, version = '' } = this.options;
    const now = clock.now();
    const waiting = { attempts: 0, reason, failedAt: now, retryAt: now, version, payload };
    await failures.save({ job: this.job, item, ...waiting });
  }

  /** Rejects where the work takes longer than it may. */
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

  /** Whether it is not the item that is at fault: another attempt at it is not counted. */
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

/** Whether failed work may be tried. */
export function isDue({ retryAt }: FailedWork, now: number): boolean {
  return retryAt !== undefined && retryAt <= now;
}

/** Whether this is an attempt of the job's current run, which began at this time, and has not ended. */
export function isUnderWay({ reason, failedAt }: FailedWork, runBegan: number): boolean {
  return reason === BEGUN && failedAt >= runBegan;
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, MAX_REASON);
}
