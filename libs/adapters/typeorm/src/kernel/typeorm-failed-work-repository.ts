import type { FailedWork, FailedWorkQuery, FailedWorkRepository, RetriedWork, WorkItem } from '@cairn/kernel';
import { IsNull, LessThan, Not } from 'typeorm';
import type { Database } from '../sql/database.js';
import { FailedWorkSchema, toFailedWork } from './failed-work-schema.js';

/** Failed work as rows of a relational database. */
export class TypeOrmFailedWorkRepository implements FailedWorkRepository {
  constructor(private readonly database: Database) {}

  async save(failure: FailedWork): Promise<void> {
    const row = { ...failure, retryAt: failure.retryAt ?? null, payload: failure.payload ?? null };
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(FailedWorkSchema).upsert(row, ['job', 'item']),
    );
  }

  async find({ job, item }: WorkItem): Promise<FailedWork | undefined> {
    const row = await this.database.read((manager) =>
      manager.repository(FailedWorkSchema).findOneBy({ job, item }),
    );
    return row === null ? undefined : toFailedWork(row);
  }

  async list({ job, waiting = false, limit }: FailedWorkQuery): Promise<readonly FailedWork[]> {
    const where = waiting ? { job, retryAt: Not(IsNull()) } : { job };
    const rows = await this.database.read(
      (manager) => manager.repository(FailedWorkSchema).find({ where, order: { item: 'ASC' }, take: limit }),
      { budget: 'listing' },
    );
    return Array.from(rows, toFailedWork);
  }

  async count(): Promise<Readonly<Record<string, number>>> {
    const rows = await this.database.read(
      (manager) =>
        manager
          .repository(FailedWorkSchema)
          .createQueryBuilder('failure')
          .select('failure.job', 'job')
          .addSelect('count(*)', 'count')
          .groupBy('failure.job')
          .getRawMany<{ readonly job: string; readonly count: number }>(),
      { budget: 'listing' },
    );
    return Object.fromEntries(Array.from(rows, ({ job, count }) => [job, Number(count)]));
  }

  async remove({ job, item }: WorkItem): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(FailedWorkSchema).delete({ job, item }),
    );
  }

  async retry({ job, item }: RetriedWork, now: number): Promise<number> {
    const retried = item === undefined ? { job } : { job, item };
    const { affected } = await this.database.writeEvenIfFull((manager) =>
      manager.repository(FailedWorkSchema).update(retried, { attempts: 0, retryAt: now }),
    );
    return affected ?? 0;
  }

  async renew(version: string, now: number): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager
        .repository(FailedWorkSchema)
        .update({ version: Not(version) }, { attempts: 0, retryAt: now, version }),
    );
  }

  async prune(before: number): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(FailedWorkSchema).delete({ failedAt: LessThan(before) }),
    );
  }
}
