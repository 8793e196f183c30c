import {
  DomainError,
  UserJobNotFound,
  type StandingRights,
  type NewUserJob,
  type UserJob,
  type UserJobRepository,
  type UserJobStep,
} from '@cairn/kernel';

/** The result of a step of a job. */
export interface JobStep extends Pick<UserJobStep, 'done' | 'position' | 'result'> {
  readonly isOver: boolean;
  /** How long to wait before the next step. */
  readonly waitMs?: number | undefined;
}

export const JOB_ID_LENGTH = 22;
/** Maximum open jobs of an account. */
const MAX_OPEN_JOBS = 20;

/** The owner's job with this id, if an id is given and there is such a job. */
export async function findJob(
  jobs: UserJobRepository,
  { owner, id }: { readonly owner: string; readonly id: string | undefined },
): Promise<UserJob | undefined> {
  if (id === undefined) return undefined;
  try {
    return await jobs.get(owner, id);
  } catch (error) {
    if (error instanceof UserJobNotFound) return undefined;
    throw error;
  }
}

/** Whoever asked for the job has lost the right to do this in the account. */
export class RightTaken extends DomainError {
  readonly code = 'right-taken';

  constructor() {
    super('Who asked for this may not do it any more.');
  }
}

/** Called before each step, and before its result is stored. @throws {RightTaken} */
export async function assertStillMay(
  rights: StandingRights,
  { owner, askedBy }: { readonly owner: string; readonly askedBy?: string | undefined },
): Promise<void> {
  if (askedBy !== undefined && !(await rights.holds(askedBy, owner, 'editor'))) throw new RightTaken();
}

/** @throws {UserJobLimitReached} */
export async function addJob(jobs: UserJobRepository, job: NewUserJob): Promise<UserJob> {
  await jobs.add(job, MAX_OPEN_JOBS);
  return await jobs.get(job.owner, job.id);
}
