import { MigrationExecutor, type QueryRunner } from 'typeorm';
import { NewerSchema, OlderSchema } from './unusable-database.js';

/** The migrations that the initial schema replaced, without their timestamps. Together they made the same schema. */
export const REPLACED = [
  'InitialSchema Installation KeyParents FreedAddresses Outbox SpaceSettings Features PropertyIndexes Overview',
  'CellRollups FeatureCopies ImageDescriptions Users Gallery SigningKeys Presets PhotoLinks Identities Passkeys',
  'FeaturePieces FeatureShapes FeatureGrains FeatureHistory FineRollups FailedWork',
].flatMap((names) => names.split(' '));

/** Names of migrations end with a time in epoch milliseconds. */
const TIMESTAMP_LENGTH = 13;

/**
 * Brings the schema up to date in the transaction of `runner`, which must exclude concurrent migrations.
 * `database` is the name in the error message.
 * @throws {NewerSchema} {OlderSchema}
 */
export async function migrate(runner: QueryRunner, database: string): Promise<void> {
  await acceptReplaced(runner, database);
  const executor = new MigrationExecutor(runner.dataSource, runner);
  executor.transaction = 'none';
  await executor.executePendingMigrations();
}

/** Records the initial schema as done in a database whose schema was made by the migrations that it replaced. */
async function acceptReplaced(runner: QueryRunner, database: string): Promise<void> {
  if (!(await runner.hasTable('migrations'))) return;
  const applied = await runner.manager.query<readonly { readonly name: string }[]>(
    'SELECT name FROM migrations ORDER BY id',
  );
  const known = runner.dataSource.migrations.map(({ name = '' }) => name);
  const others = applied.map(({ name }) => name).filter((name) => !known.includes(name));
  if (others.length === 0) return;
  const unknown = others.filter((name) => !REPLACED.includes(untimed(name)));
  if (unknown.length > 0) throw new NewerSchema(database, unknown);
  const replaced = others.map(untimed);
  const missing = REPLACED.filter((name) => !replaced.includes(name));
  if (missing.length > 0) throw new OlderSchema(database, missing);
  const [initial = ''] = known;
  await runner.query('DELETE FROM migrations');
  const record = { timestamp: Number(initial.slice(-TIMESTAMP_LENGTH)), name: initial };
  await runner.manager.createQueryBuilder().insert().into('migrations').values(record).execute();
}

const untimed = (name: string): string => name.slice(0, -TIMESTAMP_LENGTH);
