import type { FailedWork, FailedWorkQuery, FailedWorkRepository, RetriedWork, WorkItem } from '@cairn/kernel';
import type { Database } from '../database.js';
import type { Returned } from '../sql/dialect.js';
import { selection } from '../sql/selection.js';
import type { Statements } from '../sql/statements.js';
import { FailedWorkSchema, toFailedWork, type FailedWorkRow } from './failed-work-schema.js';

type Rows = readonly FailedWorkRow[];

const columns = selection(FailedWorkSchema);

/** Failed work as rows of a relational database. */
export class TypeOrmFailedWorkRepository implements FailedWorkRepository {
  constructor(private readonly database: Database) {}

  async save({
    job,
    item,
    attempts,
    reason,
    failedAt,
    retryAt,
    version,
    payload,
  }: FailedWork): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`
        INSERT INTO failed_work (job, item, attempts, reason, failed_at, retry_at, version, payload)
        VALUES (${job}, ${item}, ${attempts}, ${reason}, ${failedAt}, ${retryAt ?? null}, ${version},
          ${payload ?? null})
        ON CONFLICT (job, item) DO UPDATE SET attempts = excluded.attempts, reason = excluded.reason,
          failed_at = excluded.failed_at, retry_at = excluded.retry_at, version = excluded.version,
          payload = excluded.payload`,
    );
  }

  async find({ job, item }: WorkItem): Promise<FailedWork | undefined> {
    const [row] = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM failed_work WHERE job = ${job} AND item = ${item}`,
    );
    return row && toFailedWork(row);
  }

  async list({ job, waiting = false, limit }: FailedWorkQuery): Promise<readonly FailedWork[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<Rows>`
        SELECT ${columns} FROM failed_work
        WHERE job = ${job} ${() => (waiting ? 'AND retry_at IS NOT NULL' : '')}
        ORDER BY item LIMIT ${limit}`,
      { budget: 'listing' },
    );
    return Array.from(rows, toFailedWork);
  }

  async count(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly { readonly job: string; readonly count: number }[]>`
        SELECT job, count(*) AS count FROM failed_work GROUP BY job`,
      { budget: 'listing' },
    );
    return Object.fromEntries(Array.from(rows, ({ job, count }) => [job, Number(count)]));
  }

  async remove({ job, item }: WorkItem): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM failed_work WHERE job = ${job} AND item = ${item}`,
    );
  }

  async retry({ job, item }: RetriedWork, now: number): Promise<number> {
    const anew = (manager: Statements): Promise<Returned<unknown>> =>
      item === undefined
        ? manager.sql`
            UPDATE failed_work SET attempts = 0, retry_at = ${now} WHERE job = ${job} RETURNING item`
        : manager.sql`
            UPDATE failed_work SET attempts = 0, retry_at = ${now}
            WHERE job = ${job} AND item = ${item} RETURNING item`;
    return await this.database.writeEvenIfFull(
      async (manager) => this.database.dialect.rowsOf(await anew(manager)).length,
    );
  }

  async renew(version: string, now: number): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`
        UPDATE failed_work SET attempts = 0, retry_at = ${now}, version = ${version} WHERE version <> ${version}`,
    );
  }

  async prune(before: number): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM failed_work WHERE failed_at < ${before}`,
    );
  }
}
