import {
  MOST_PICTURES,
  type AuditedResource,
  type AuditEntry,
  type AuditFilter,
  type JoinedEntries,
} from '@cairn/access';
import type { AuditTrail } from '@cairn/access/spi';
import { toPage, type Page, type PageRequest } from '@cairn/kernel';
import type { Database, Returned } from '../sql/database.js';
import { insertAll } from '../sql/insert.js';
import { BEFORE_NEWEST } from '../sql/listing.js';
import { all, listOf, run, type Sql } from '../sql/sql-builder.js';
import { selection } from '../sql/table.js';
import { auditRow, AuditSchema, imagesIn, toAuditEntry, type AuditRow } from './audit-schema.js';

const columns = selection(AuditSchema);

const COUNT_MORE = 'ON CONFLICT (at, id) DO UPDATE SET times = audit_entry.times + excluded.times';

type JoinedRow = Omit<JoinedEntries, 'images'>;

interface PicturesRow {
  readonly first: string;
  readonly images: string;
}

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
    const conditions: readonly Sql[] = [
      ...conditionsOf(filter),
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

  async joined(first: readonly string[]): Promise<readonly JoinedEntries[]> {
    const ids = [...new Set(first)].filter((id) => id !== '');
    if (ids.length === 0) return [];
    const among: Sql = (parameter) => `joined_to <> '' AND joined_to IN ${listOf(ids)(parameter)}`;
    return await this.database.read(
      async (manager) => {
        const sums = await run<JoinedRow>(
          manager,
          (parameter) => `SELECT joined_to AS first, CAST(COUNT(*) AS INTEGER) AS count,
              CAST(SUM(image_count) AS INTEGER) AS "imageCount", MAX(at) AS "lastAt"
            FROM audit_entry WHERE ${among(parameter)} GROUP BY joined_to`,
        );
        const named = await run<PicturesRow>(
          manager,
          (parameter) => `SELECT joined_to AS first, images FROM audit_entry
            WHERE ${among(parameter)} AND place <= ${parameter(MOST_PICTURES)} AND images <> '' ORDER BY joined_to, place`,
        );
        return sums.map((sum) => ({
          ...sum,
          lastAt: Number(sum.lastAt),
          images: picturesOf(sum.first, named),
        }));
      },
      { budget: 'listing' },
    );
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

/** The first images that the entries of a row name. */
function picturesOf(first: string, named: readonly PicturesRow[]): readonly string[] {
  const images = named.filter((row) => row.first === first).flatMap((row) => imagesIn(row.images));
  return [...new Set(images)].slice(0, MOST_PICTURES);
}

function conditionsOf(filter: AuditFilter): readonly Sql[] {
  const { accountId, principal, guest, operation, operations, thing, from, rows, since, until } = filter;
  const equal = (column: string, value: string | undefined): readonly Sql[] =>
    value === undefined ? [] : [(parameter) => `${column} = ${parameter(value)}`];
  return [
    ...equal('account_id', accountId),
    ...equal('principal', principal),
    ...equal('guest_id', guest),
    ...equal('operation', operation),
    ...(operations === undefined ? [] : [isAmong(operations)]),
    ...(thing === undefined ? [] : [isAbout(thing)]),
    // Partial indexes are used only where their conditions are written as they are.
    ...(from === undefined ? [] : [() => 'from_others = 1']),
    ...(rows === 'first' ? [() => `joined_to = ''`] : []),
    ...(typeof rows === 'object' ? [() => `joined_to <> ''`, ...equal('joined_to', rows.joinedTo)] : []),
    ...(since === undefined ? [] : ([(parameter) => `at >= ${parameter(since)}`] satisfies Sql[])),
    ...(until === undefined ? [] : ([(parameter) => `at < ${parameter(until)}`] satisfies Sql[])),
  ];
}

const isAmong = (operations: readonly string[]): Sql =>
  operations.length === 0 ? () => 'FALSE' : (parameter) => `operation IN ${listOf(operations)(parameter)}`;

/** Not LIKE, which ignores case on SQLite. */
const isAbout =
  ({ type, id }: AuditedResource): Sql =>
  (parameter) => {
    const isIt = `(thing_type = ${parameter(type)} AND thing_id = ${parameter(id)})`;
    if (type !== 'image' || id === '') return isIt;
    return `(${isIt} OR replace(' ' || images || ' ', ${parameter(` ${id} `)}, '') <> ' ' || images || ' ')`;
  };
