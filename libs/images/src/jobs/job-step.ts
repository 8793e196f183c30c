import {
  DomainError,
  UserJobNotFound,
  type StandingRights,
  type NewUserJob,
  type UserJob,
  type UserJobRepository,
  type UserJobStep,
} from '@cairn/kernel';

/** What a step of a job has come to. */
export interface JobStep extends Pick<UserJobStep, 'done' | 'position' | 'result'> {
  readonly isOver: boolean;
  /** How long to wait before the next step. */
  readonly waitMs?: number | undefined;
}

export const JOB_ID_LENGTH = 22;
/** Open jobs of an account. */
const MAX_OPEN_JOBS = 20;

/** The owner's job with this id, if it is given and there is one. */
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

/** Who asked for a job may not do that in the account any more. */
export class RightTaken extends DomainError {
  readonly code = 'right-taken';

  constructor() {
    super('Who asked for this may not do it any more.');
  }
}

/** Asked before each step, and before what came of it is stored. @throws {RightTaken} */
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
