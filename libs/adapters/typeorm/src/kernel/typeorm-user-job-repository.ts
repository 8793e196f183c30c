import {
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
import { In } from 'typeorm';
import type { Database, Returned } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { appendEvent } from './append-event.js';
import {
  LISTED,
  toListedUserJob,
  toUserJob,
  UserJobSchema,
  type ListedUserJobRow,
  type UserJobRow,
} from './user-job-schema.js';

/** Jobs of accounts as rows of a relational database. */
export class TypeOrmUserJobRepository implements UserJobRepository {
  constructor(private readonly database: Database) {}

  async add({ total, ...job }: NewUserJob, maxOpen: number): Promise<void> {
    const row: Omit<UserJobRow, 'traceparent'> = {
      ...job,
      state: 'waiting',
      done: 0,
      total: total ?? null,
      position: '',
      errorCode: null,
      errorDetail: null,
      attempts: 0,
      endedAt: null,
      holder: null,
      dueAt: job.createdAt,
    };
    await this.database.write(async (manager) => {
      // Otherwise two concurrent calls could each miss the other's job in the count.
      await this.database.dialect.lockTable(manager, UserJobSchema);
      const jobs = manager.repository(UserJobSchema);
      const open = await jobs.countBy({ owner: job.owner, state: In(['waiting', 'running']) });
      if (open >= maxOpen) throw new UserJobLimitReached(maxOpen);
      await jobs.insert({ ...row, traceparent: manager.origin.traceparent() ?? null });
    });
  }

  async get(owner: string, id: string): Promise<UserJob> {
    const row = await this.database.read((manager) =>
      manager.repository(UserJobSchema).findOneBy({ owner, id }),
    );
    if (row === null) throw new UserJobNotFound();
    return toUserJob(row);
  }

  async list({ owner, kinds }: UserJobQuery, { limit, after }: PageRequest): Promise<Page<ListedUserJob>> {
    const { at = Number.MAX_SAFE_INTEGER, id = '' } = after ?? {};
    const rows = await this.database.read(
      (manager) =>
        run<ListedUserJobRow>(
          manager,
          (parameter) => `SELECT ${LISTED()} FROM user_job
            WHERE owner = ${parameter(owner)} AND kind IN ${listOf(kinds)(parameter)}
            AND (created_at, id) < (${parameter(at)}, ${parameter(id)})
            ORDER BY created_at DESC, id DESC LIMIT ${parameter(limit + 1)}`,
        ),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toListedUserJob), limit, (job) => ({ at: job.createdAt, id: job.id }));
  }

  async claim(claim: JobClaim): Promise<UserJob | undefined> {
    const { holder, until } = claim;
    // Mostly nothing is due. In that case nothing is locked.
    if ((await this.database.read((manager) => next(manager, claim))) === undefined) return undefined;
    return await this.database.writeEvenIfFull(async (manager) => {
      await this.database.dialect.lockTable(manager, UserJobSchema);
      const id = await next(manager, claim);
      if (id === undefined) return undefined;
      const jobs = manager.repository(UserJobSchema);
      const claimed = { state: 'running', holder, dueAt: until } as const;
      await jobs.update({ id }, { ...claimed, attempts: () => 'attempts + 1' });
      const row = await jobs.findOneBy({ id });
      return row === null ? undefined : toUserJob(row);
    });
  }

  async hold({ id, holder }: HeldJob, until: number): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(UserJobSchema).update({ id, holder, state: 'running' }, { dueAt: until }),
    );
  }

  async advance({ id, holder }: HeldJob, step: UserJobStep): Promise<boolean> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const jobs = manager.repository(UserJobSchema);
      const { affected } = await jobs.update({ id, holder, state: 'running' }, changeOf(step, holder));
      if (affected !== 1) return false;
      if (step.state === 'succeeded' || step.state === 'failed') {
        const row = await jobs.findOneByOrFail({ id });
        await appendEvent(manager, userJobEnded(toUserJob(row), step.state));
      }
      return true;
    });
  }

  async cancel(owner: string, id: string, now: number): Promise<UserJob> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const jobs = manager.repository(UserJobSchema);
      const open = { owner, id, state: In(['waiting', 'running']) };
      await jobs.update(open, { state: 'cancelled', endedAt: now, holder: null });
      const row = await jobs.findOneBy({ owner, id });
      if (row === null) throw new UserJobNotFound();
      return toUserJob(row);
    });
  }

  async prune(before: number, limit: number): Promise<number> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const removed = await manager.sql<Returned<unknown>>`
        DELETE FROM user_job WHERE id IN
          (SELECT id FROM user_job WHERE ended_at < ${before} LIMIT ${limit}) RETURNING id`;
      return this.database.dialect.rowsOf(removed).length;
    });
  }
}

/** The job to claim: the oldest one of the owner with the fewest running jobs. */
async function next(
  manager: Statements,
  { now, maxPerOwner }: Pick<JobClaim, 'now' | 'maxPerOwner'>,
): Promise<string | undefined> {
  const [row] = await manager.sql<readonly { readonly id: string }[]>`
    SELECT id FROM (
      SELECT id, created_at, (SELECT count(*) FROM user_job AS other
        WHERE other.owner = user_job.owner AND other.state = 'running' AND other.due_at > ${now}) AS running
      FROM user_job WHERE state IN ('waiting', 'running') AND due_at <= ${now}) AS due
    WHERE running < ${maxPerOwner} ORDER BY running, created_at, id LIMIT 1`;
  return row?.id;
}

function changeOf(step: UserJobStep, holder: string): Partial<UserJobRow> {
  const { state, done, position, result, attempts } = step;
  const change = { state, done, position, result, attempts };
  switch (step.state) {
    case 'waiting':
      return { ...change, dueAt: step.dueAt, holder: null };
    case 'running':
      return { ...change, dueAt: step.dueAt, holder };
    case 'succeeded':
      return { ...change, endedAt: step.endedAt, holder: null };
    case 'failed': {
      const { endedAt, error } = step;
      return { ...change, endedAt, holder: null, errorCode: error.code, errorDetail: error.detail };
    }
  }
}
