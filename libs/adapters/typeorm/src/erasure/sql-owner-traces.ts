import { ERASED_ACTOR, type Erased, type OwnerTraces, type TraceCounts, type TraceKind } from '@cairn/kernel';
import { revokeBranches } from '../access/typeorm-api-key-repository.js';
import type { Database } from '../sql/database.js';
import { all, run, type Sql } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';
import { columnName } from '../sql/table.js';
import {
  isOfOthers,
  isReferredToByNone,
  namesErased,
  ownerTables,
  type OwnerColumn,
  type OwnerTable,
} from './owner-columns.js';

/** Records in one transaction: other writes wait for some milliseconds only. */
const AT_ONCE = 500;
const BULK = { budget: 'bulk' } as const;

/** Finds and erases what the table descriptions say that a column `holds`. In SQL: the statements are made of them. */
export class SqlOwnerTraces implements OwnerTraces {
  constructor(private readonly database: Database) {}

  async count(erased: Erased): Promise<TraceCounts> {
    return await this.database.read(async (manager) => {
      const counts = new Counts();
      for (const { table, kind, columns } of ownerTables) {
        const names = columns.flatMap((column) => namesErased(column, erased) ?? []);
        if (names.length === 0) continue;
        const [row] = await run<{ readonly count: number }>(
          manager,
          (parameter) => `SELECT CAST(COUNT(*) AS double precision) AS count FROM ${table.name}
            WHERE ${names.map((named) => named(parameter)).join(' OR ')}`,
        );
        counts.add(kind, row?.count ?? 0);
      }
      return counts.byKind;
    }, BULK);
  }

  async erase(erased: Erased): Promise<TraceCounts> {
    return await this.database.writeEvenIfFull(async (manager) => {
      await this.endKeys(manager, erased);
      const counts = new Counts();
      for (const table of ownerTables)
        for (const column of table.columns) {
          if (column.erasing === 'apart') continue;
          const condition = namesErased(column, erased);
          if (condition === undefined) continue;
          const limit = AT_ONCE - counts.sum;
          if (limit === 0) return counts.byKind;
          counts.add(table.kind, await this.eraseFrom(manager, { table, column, condition, erased, limit }));
        }
      return counts.byKind;
    }, BULK);
  }

  /** Revokes the keys of the account with all that were made by them. What is kept of those forgets who made it. */
  private async endKeys(manager: Statements, { owner }: Erased): Promise<void> {
    await revokeBranches(manager, manager.origin.now(), (parameter) => `account_id = ${parameter(owner)}`);
    await manager.sql`UPDATE api_key SET parent_id = NULL WHERE account_id <> ${owner}
      AND parent_id IN (SELECT id FROM api_key WHERE account_id = ${owner})`;
  }

  private async eraseFrom(
    manager: Statements,
    { table: held, column, condition, erased, limit }: Part,
  ): Promise<number> {
    const { table } = held;
    const { name, primaryKey } = table;
    const goes = column.erasing === 'row';
    const conditions = goes
      ? [
          condition,
          ...isReferredToByNone(table).map(
            (text): Sql =>
              () =>
                text,
          ),
        ]
      : [condition, ...isOfOthers(held, erased)];
    const key = primaryKey.map((property) => columnName(table, property)).join(', ');
    const what = goes ? `DELETE FROM ${name}` : `UPDATE ${name} SET ${column.name} = ${valueAfter(column)}`;
    const changed = await run<unknown>(
      manager,
      (parameter) => `${what} WHERE (${key}) IN (SELECT ${key} FROM ${name}
        WHERE ${all(conditions)(parameter)} LIMIT ${parameter(limit)}) RETURNING 1`,
    );
    return this.database.dialect.rowsOf(changed).length;
  }
}

interface Part {
  readonly table: OwnerTable;
  readonly column: OwnerColumn;
  readonly condition: Sql;
  readonly erased: Erased;
  readonly limit: number;
}

const valueAfter = ({ erasing }: OwnerColumn): string =>
  erasing === 'absent' ? 'NULL' : `'${ERASED_ACTOR}'`;

class Counts {
  private readonly counts = new Map<TraceKind, number>();
  sum = 0;

  add(kind: TraceKind, count: number): void {
    if (count === 0) return;
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + count);
    this.sum += count;
  }

  get byKind(): TraceCounts {
    return Object.fromEntries(this.counts);
  }
}
