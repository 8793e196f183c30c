import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { NewerSchema } from './newer-schema.js';

/**
 * Brings the schema up to date in the transaction of `runner`, which must exclude concurrent migrations.
 * `database` is the name in the error message.
 * @throws {NewerSchema}
 */
export async function migrate(runner: QueryRunner, database: string): Promise<void> {
  const unknown = await unknownMigrations(runner);
  if (unknown.length > 0) throw new NewerSchema(database, unknown);
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'none';
  await executor.executePendingMigrations();
}

async function unknownMigrations(runner: QueryRunner): Promise<readonly string[]> {
  if (!(await runner.hasTable('migrations'))) return [];
  const applied = await runner.manager.query<readonly { readonly name: string }[]>(
    'SELECT name FROM migrations ORDER BY id',
  );
  const known = new Set(runner.dataSource.migrations.map((migration) => migration.name));
  return applied.map((migration) => migration.name).filter((name) => !known.has(name));
}
