import type { AuditEntry, AuditFilter } from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import type { Database, Returned } from '../sql/database.js';
import { insertAll } from '../sql/insert.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { all, run, type Sql } from '../sql/sql-builder.js';
import { selection } from '../sql/table.js';
import { auditRow, AuditSchema, toAuditEntry, type AuditRow } from './audit-schema.js';

const columns = selection(AuditSchema);

const COUNT_MORE = 'ON CONFLICT (at, id) DO UPDATE SET times = audit_entry.times + excluded.times';

/** The audit trail as rows of a relational database. */
export class SqlAuditTrail implements AuditTrail {
  constructor(private readonly database: Database) {}

  async append(entries: readonly AuditEntry[]): Promise<void> {
    const rows = [...merged(entries).values()];
    await this.database.write((manager) => insertAll(manager, AuditSchema, rows, COUNT_MORE), {
      isLowPriority: true,
    });
  }

  async list(filter: AuditFilter, { limit, after = BEFORE_NEWEST }: PageRequest): Promise<Page<AuditEntry>> {
    const { accountId, principal, operation, since, until } = filter;
    const equal = (column: string, value: string | undefined): readonly Sql[] =>
      value === undefined ? [] : [(parameter) => `${column} = ${parameter(value)}`];
    const conditions: readonly Sql[] = [
      ...equal('account_id', accountId),
      ...equal('principal', principal),
      ...equal('operation', operation),
      ...(since === undefined ? [] : ([(parameter) => `at >= ${parameter(since)}`] satisfies Sql[])),
      ...(until === undefined ? [] : ([(parameter) => `at < ${parameter(until)}`] satisfies Sql[])),
      (parameter) => `(at, id) < (${parameter(after.at)}, ${parameter(after.id)})`,
    ];
    const rows = await this.database.read(
      (manager) =>
        run<AuditRow>(
          manager,
          (parameter) => `SELECT ${columns()} FROM audit_entry WHERE ${all(conditions)(parameter)}
            ORDER BY at DESC, id DESC LIMIT ${parameter(limit + 1)}`,
        ),
      { budget: 'listing' },
    );
    return toPage(Array.from(rows, toAuditEntry), limit, ({ at, id }) => ({ at, id }));
  }

  async prune(before: number, limit: number): Promise<number> {
    return await this.database.writeEvenIfFull(
      async (manager) => {
        const removed = await manager.sql<Returned<unknown>>`
          DELETE FROM audit_entry WHERE (at, id) IN
            (SELECT at, id FROM audit_entry WHERE at < ${before} ORDER BY at, id LIMIT ${limit}) RETURNING 1`;
        return this.database.dialect.rowsOf(removed).length;
      },
      { isLowPriority: true },
    );
  }
}

/** Rows by their key, because one statement cannot change a row twice. */
function merged(entries: readonly AuditEntry[]): ReadonlyMap<string, AuditRow> {
  const rows = new Map<string, AuditRow>();
  for (const row of entries.map(auditRow)) {
    const key = `${row.at} ${row.id}`;
    const there = rows.get(key);
    rows.set(key, there === undefined ? row : { ...there, count: there.count + row.count });
  }
  return rows;
}
