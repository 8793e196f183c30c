import {
  compareTexts,
  type FailedWork,
  type FailedWorkQuery,
  type FailedWorkRepository,
  type RetriedWork,
  type WorkItem,
} from '@cairn/kernel';

/** Keeps failed work in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryFailedWorkRepository implements FailedWorkRepository {
  private failures: readonly FailedWork[] = [];

  async save(work: FailedWork): Promise<void> {
    const others = this.failures.filter((one) => !isOf(one, work));
    this.failures = [...others, { ...work }].sort((one, other) => compareTexts(one.item, other.item));
  }

  async find(item: WorkItem): Promise<FailedWork | undefined> {
    const found = this.failures.find((one) => isOf(one, item));
    return found && { ...found };
  }

  async list({ job, waiting = false, limit }: FailedWorkQuery): Promise<readonly FailedWork[]> {
    return this.failures
      .filter((one) => one.job === job && (!waiting || one.retryAt !== undefined))
      .slice(0, limit)
      .map((one) => ({ ...one }));
  }

  async count(): Promise<Readonly<Record<string, number>>> {
    const counts = new Map<string, number>();
    for (const { job } of this.failures) counts.set(job, (counts.get(job) ?? 0) + 1);
    return Object.fromEntries(counts);
  }

  async remove(item: WorkItem): Promise<void> {
    this.failures = this.failures.filter((one) => !isOf(one, item));
  }

  async retry({ job, item }: RetriedWork, now: number): Promise<number> {
    const isMeant = (one: FailedWork): boolean =>
      one.job === job && (item === undefined || one.item === item);
    return this.change(isMeant, { attempts: 0, retryAt: now });
  }

  async renew(version: string, now: number): Promise<void> {
    this.change((one) => one.version !== version, { attempts: 0, retryAt: now, version });
  }

  async prune(before: number): Promise<void> {
    this.failures = this.failures.filter(({ failedAt }) => failedAt >= before);
  }

  private change(isMeant: (one: FailedWork) => boolean, change: Partial<FailedWork>): number {
    const meant = this.failures.filter(isMeant);
    this.failures = this.failures.map((one) => (isMeant(one) ? { ...one, ...change } : one));
    return meant.length;
  }
}

const isOf = (one: WorkItem, { job, item }: WorkItem): boolean => one.job === job && one.item === item;
