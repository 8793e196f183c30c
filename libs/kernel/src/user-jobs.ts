import { DomainError } from './domain-error.js';
import type { EventFact } from './outbox.js';
import type { Page, PageRequest } from './page.js';

/** `waiting` to start or to continue, `running`, or how it ended. */
export type UserJobState = 'waiting' | 'running' | 'succeeded' | 'failed' | 'cancelled';

/** Why a job failed. `code` is stable. */
export interface UserJobError {
  readonly code: string;
  readonly detail: string;
}

/** Work that an account has asked for and that takes too long for a request. Times in epoch milliseconds. */
export interface UserJob {
  readonly id: string;
  readonly owner: string;
  /** Says who carries it out, such as `import`. */
  readonly kind: string;
  /** The task, as JSON in the format of the kind. */
  readonly input: string;
  readonly state: UserJobState;
  /** Items that are done, of `total` if that is known. */
  readonly done: number;
  readonly total?: number | undefined;
  /** Where the next step starts, as JSON in the format of the kind; empty at the beginning. */
  readonly position: string;
  /** The result so far, as JSON in the format of the kind. */
  readonly result: string;
  readonly error?: UserJobError | undefined;
  /** How often the current step was started. */
  readonly attempts: number;
  readonly createdAt: number;
  readonly endedAt?: number | undefined;
  /** The trace in which it was added, as a `traceparent` of W3C Trace Context, if that is recorded. */
  readonly traceparent?: string | undefined;
}

/** A job in a listing, without its trace, and its input and position, which may be long. */
export type ListedUserJob = Omit<UserJob, 'input' | 'position' | 'traceparent'>;

export type NewUserJob = Pick<UserJob, 'id' | 'owner' | 'kind' | 'input' | 'total' | 'result' | 'createdAt'>;

/** A job that somebody carries out. */
export interface HeldJob {
  readonly id: string;
  readonly holder: string;
}

/** Who claims a job, and until when the claim lasts. After that, somebody else may continue the job. */
export interface JobClaim {
  readonly holder: string;
  readonly now: number;
  readonly until: number;
  /** No job is taken of an owner who has this many running. */
  readonly maxPerOwner: number;
}

/** The state after a step. A `waiting` job continues at `dueAt`; a `running` one is held until then. */
export type UserJobStep = Pick<UserJob, 'done' | 'position' | 'result' | 'attempts'> &
  (
    | { readonly state: 'waiting' | 'running'; readonly dueAt: number }
    | { readonly state: 'succeeded'; readonly endedAt: number }
    | { readonly state: 'failed'; readonly endedAt: number; readonly error: UserJobError }
  );

/** Selects an owner's jobs of these kinds. */
export interface UserJobQuery {
  readonly owner: string;
  readonly kinds: readonly string[];
}

/**
 * Stores the jobs that accounts have asked for, so that they survive a crash and each runs on only one node at a time.
 */
export abstract class UserJobRepository {
  /** @throws {UserJobLimitReached} if the owner has `maxOpen` jobs that have not ended. */
  abstract add(job: NewUserJob, maxOpen: number): Promise<void>;

  /** @throws {UserJobNotFound} if the owner has no such job. */
  abstract get(owner: string, id: string): Promise<UserJob>;

  /** The latest first, then by descending identifier. */
  abstract list(query: UserJobQuery, page: PageRequest): Promise<Page<ListedUserJob>>;

  /**
   * Takes a job that waits and is due, or that nobody holds any more: the oldest one of the owner with the fewest
   * running jobs. Skips owners who have `maxPerOwner` running. The job then has one attempt more. Of concurrent calls,
   * only one gets it.
   */
  abstract claim(claim: JobClaim): Promise<UserJob | undefined>;

  /** Holds a running job until this time. Does nothing if the caller is not its holder. */
  abstract hold(job: HeldJob, until: number): Promise<void>;

  /**
   * Stores the state after a step. If the job succeeded or failed, stores its event (`userJobEnded`) in the same
   * transaction. Returns `false` and stores nothing if the job was cancelled or somebody else holds it.
   */
  abstract advance(job: HeldJob, step: UserJobStep): Promise<boolean>;

  /** Ends a job, unless it has ended. @throws {UserJobNotFound} */
  abstract cancel(owner: string, id: string, now: number): Promise<UserJob>;

  /** Removes jobs that ended before this time, at most `limit`. Returns how many. */
  abstract prune(before: number, limit: number): Promise<number>;
}

/** A job has succeeded or failed. */
export function userJobEnded({ id, owner, kind, done }: UserJob, state: 'succeeded' | 'failed'): EventFact {
  return { type: `job-${state}`, aggregateId: id, payload: { owner, kind, done } };
}

/** The account has no such job. */
export class UserJobNotFound extends DomainError {
  readonly code = 'job-not-found';

  constructor() {
    super('There is no job with this id.');
  }
}

/** The account has too many jobs that have not ended. */
export class UserJobLimitReached extends DomainError {
  readonly code = 'job-limit-reached';

  constructor(readonly limit: number) {
    super(`At most ${limit} jobs of an account may be open: wait until one has ended, or cancel one.`);
  }
}
