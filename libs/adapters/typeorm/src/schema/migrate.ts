import { MigrationExecutor, Table, type QueryRunner } from 'typeorm';
import { causeOf, codeOf } from '../sql/query-cause.js';
import type { Statements } from '../sql/statements.js';
import { NewerSchema, NotMigrated, OlderSchema } from '../unusable-database.js';
import { FORMER, FORMER_TABLE, isFormer, MARKER, missingStatements } from './former-schema.js';
import { appliedMigrations, MIGRATION_TABLE, migrationNames, type DatabaseKind } from './migrations.js';
import { TIMESTAMP_LENGTH } from '../sql/create-table.js';

/** A table that every schema of Cairn has had. */
const OWN_TABLE = 'installation';

/**
 * Brings the schema up to date in the transaction of `runner`, which must exclude concurrent migrations.
 * `database` is the name in the error message.
 * @throws {NewerSchema} {OlderSchema}
 */
export async function migrate(runner: QueryRunner, kind: DatabaseKind, database: string): Promise<void> {
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'none';
  if (await runner.hasTable(MIGRATION_TABLE)) assertKnown(await namesIn(runner, MIGRATION_TABLE), database);
  else if (await runner.hasTable(OWN_TABLE)) await adopt(runner, kind, database);
  else if (!(await runner.hasTable(FORMER_TABLE))) await record(runner, FORMER_TABLE, MARKER);
  await executor.executePendingMigrations();
}

/** @throws {NotMigrated} {NewerSchema} */
export async function assertMigrated(statements: Statements, database: string): Promise<void> {
  const applied = await appliedMigrations((text) => statements.query(text)).catch(
    (error: unknown): readonly string[] => {
      if (!NO_SUCH_TABLE.has(codeOf(causeOf(error)))) throw error;
      return []; // a new database, or one of the build before
    },
  );
  assertKnown(applied, database);
  const missing = migrationNames.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new NotMigrated(database, missing);
}

/** PostgreSQL's `undefined_table`; SQLite tells no more. */
const NO_SUCH_TABLE = new Set(['42P01', 'SQLITE_ERROR']);

const namesIn = (runner: QueryRunner, table: string): Promise<readonly string[]> =>
  appliedMigrations((text) => runner.manager.query(text), table);

function assertKnown(applied: readonly string[], database: string): void {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length > 0) throw new NewerSchema(database, unknown);
}

/** Takes over a database of the build before, whose tables are those of the initial schema. */
async function adopt(runner: QueryRunner, kind: DatabaseKind, database: string): Promise<void> {
  const applied = await namesIn(runner, FORMER_TABLE);
  const missing = FORMER.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new OlderSchema(database, missing);
  if (!isFormer(applied))
    throw new NewerSchema(
      database,
      applied.filter((name) => !isFormer([...FORMER, name])),
    );
  for (const statement of missingStatements(applied, kind)) await runner.query(statement);
  await runner.clearTable(FORMER_TABLE);
  await record(runner, FORMER_TABLE, MARKER);
  const [initial = ''] = migrationNames;
  await record(runner, MIGRATION_TABLE, initial);
}

/** Records a migration in a table as TypeORM makes it. */
async function record(runner: QueryRunner, table: string, name: string): Promise<void> {
  const id = { isPrimary: true, isGenerated: true, generationStrategy: 'increment' } as const;
  const columns = [
    { name: 'id', type: 'integer', ...id },
    { name: 'timestamp', type: 'bigint' },
    { name: 'name', type: 'varchar' },
  ];
  await runner.createTable(new Table({ name: table, columns }), true);
  const row = { timestamp: Number(name.slice(-TIMESTAMP_LENGTH)), name };
  await runner.manager.createQueryBuilder().insert().into(table).values(row).execute();
}
