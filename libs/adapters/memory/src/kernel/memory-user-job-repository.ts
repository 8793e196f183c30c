import {
  compareTexts,
  toPage,
  userJobEnded,
  UserJobLimitReached,
  UserJobNotFound,
  type HeldJob,
  type JobClaim,
  type ListedUserJob,
  type NewUserJob,
  type Page,
  type PageRequest,
  type UserJob,
  type UserJobQuery,
  type UserJobRepository,
  type UserJobStep,
} from '@cairn/kernel';
import { going, isOwners } from '../traces.js';
import type { MemoryOutbox } from './memory-outbox.js';

interface Stored {
  readonly job: UserJob;
  readonly holder: string | undefined;
  readonly dueAt: number;
}

const isOpen = ({ state }: UserJob): boolean => state === 'waiting' || state === 'running';

/** Keeps jobs of accounts in memory. Every method completes synchronously, so calls never interleave. */
export class MemoryUserJobRepository implements UserJobRepository {
  private readonly jobs = new Map<string, Stored>();
  readonly traces = [going('jobs', this.jobs, ({ job }, erased) => isOwners(job, erased))];

  constructor(private readonly outbox: MemoryOutbox) {}

  async add(job: NewUserJob, maxOpen: number): Promise<void> {
    const open = this.of(({ owner }) => owner === job.owner).filter(isOpen);
    if (open.length >= maxOpen) throw new UserJobLimitReached(maxOpen);
    const traceparent = this.outbox.traceparent();
    const fresh: UserJob = {
      ...job,
      state: 'waiting',
      done: 0,
      position: '',
      attempts: 0,
      ...(traceparent !== undefined && { traceparent }),
    };
    this.jobs.set(job.id, { job: fresh, holder: undefined, dueAt: job.createdAt });
  }

  async get(owner: string, id: string): Promise<UserJob> {
    const found = this.jobs.get(id)?.job;
    if (found?.owner !== owner) throw new UserJobNotFound();
    return found;
  }

  async list({ owner, kinds }: UserJobQuery, { limit, after }: PageRequest): Promise<Page<ListedUserJob>> {
    const jobs = this.of((job) => job.owner === owner && kinds.includes(job.kind))
      .filter(
        ({ createdAt: at, id }) =>
          after === undefined || at < after.at || (at === after.at && compareTexts(id, after.id) < 0),
      ) // prettier-ignore
      .sort((one, other) => other.createdAt - one.createdAt || compareTexts(other.id, one.id))
      .map(({ input: _, position: __, traceparent: ___, ...job }): ListedUserJob => job);
    return toPage(jobs.slice(0, limit + 1), limit, ({ createdAt: at, id }) => ({ at, id }));
  }

  async claim({ holder, now, until, maxPerOwner }: JobClaim): Promise<UserJob | undefined> {
    const running = (owner: string): number =>
      [...this.jobs.values()].filter(
        ({ job, dueAt }) => job.owner === owner && job.state === 'running' && dueAt > now,
      ).length;
    const [next] = [...this.jobs.values()]
      .filter(({ job, dueAt }) => isOpen(job) && dueAt <= now)
      .map((stored) => ({ ...stored, running: running(stored.job.owner) }))
      .filter((stored) => stored.running < maxPerOwner)
      .sort(
        (one, other) =>
          one.running - other.running ||
          one.job.createdAt - other.job.createdAt ||
          compareTexts(one.job.id, other.job.id),
      );
    if (next === undefined) return undefined;
    const job: UserJob = { ...next.job, state: 'running', attempts: next.job.attempts + 1 };
    this.jobs.set(job.id, { job, holder, dueAt: until });
    return job;
  }

  async hold(held: HeldJob, until: number): Promise<void> {
    const stored = this.heldBy(held);
    if (stored !== undefined) this.jobs.set(held.id, { ...stored, dueAt: until });
  }

  async advance(held: HeldJob, step: UserJobStep): Promise<boolean> {
    const stored = this.heldBy(held);
    if (stored === undefined) return false;
    if (step.state === 'waiting' || step.state === 'running') {
      const { dueAt, ...state } = step;
      const holder = step.state === 'running' ? held.holder : undefined;
      this.jobs.set(held.id, { job: { ...stored.job, ...state }, holder, dueAt });
      return true;
    }
    const job = { ...stored.job, ...step };
    this.jobs.set(held.id, { job, holder: undefined, dueAt: 0 });
    this.outbox.append(userJobEnded(job, step.state));
    return true;
  }

  async cancel(owner: string, id: string, now: number): Promise<UserJob> {
    const job = await this.get(owner, id);
    if (!isOpen(job)) return job;
    const cancelled: UserJob = { ...job, state: 'cancelled', endedAt: now };
    this.jobs.set(id, { job: cancelled, holder: undefined, dueAt: 0 });
    return cancelled;
  }

  async prune(before: number, limit: number): Promise<number> {
    const old = this.of(({ endedAt }) => endedAt !== undefined && endedAt < before).slice(0, limit);
    for (const { id } of old) this.jobs.delete(id);
    return old.length;
  }

  private of(isMeant: (job: UserJob) => boolean): UserJob[] {
    return [...this.jobs.values()].map(({ job }) => job).filter(isMeant);
  }

  private heldBy({ id, holder }: HeldJob): Stored | undefined {
    const stored = this.jobs.get(id);
    return stored?.holder === holder && stored.job.state === 'running' ? stored : undefined;
  }
}
