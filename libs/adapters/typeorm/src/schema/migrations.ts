import type { MigrationInterface, QueryRunner } from 'typeorm';
import { postgresSchema } from './postgres-schema.js';
import { sqliteSchema } from './sqlite-schema.js';

/** The table with the names of the migrations that were done. TypeORM's own default belongs to whoever embeds Cairn. */
export const MIGRATION_TABLE = 'cairn_migration';

export type DatabaseKind = 'sqlite' | 'postgres';

/** A step from one schema to the next. */
interface Migration {
  /** It ends with a time in epoch milliseconds, by which migrations are ordered. */
  readonly name: string;
  readonly statements: Readonly<Record<DatabaseKind, () => readonly string[]>>;
}

/** Every migration, oldest first. */
const migrations: readonly Migration[] = [
  { name: 'InitialSchema1796800000100', statements: { sqlite: sqliteSchema, postgres: postgresSchema } },
];

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** The names of the migrations that were done, in order. `query` runs a statement. */
export async function appliedMigrations(
  query: (statement: string) => Promise<readonly { readonly name: string }[]>,
  table = MIGRATION_TABLE,
): Promise<readonly string[]> {
  return (await query(`SELECT name FROM ${table} ORDER BY id`)).map(({ name }) => name);
}

/** The migrations for TypeORM, by default all. */
export const migrationsFor = (
  kind: DatabaseKind,
  isWanted: (name: string) => boolean = () => true,
): (new () => MigrationInterface)[] =>
  migrations
    .filter(({ name }) => isWanted(name))
    .map(
      ({ name, statements }) =>
        class implements MigrationInterface {
          readonly name = name;

          async up(runner: QueryRunner): Promise<void> {
            for (const statement of statements[kind]()) await runner.query(statement);
          }

          async down(): Promise<void> {
            throw new Error('A migration cannot be undone: restore a backup made before it.');
          }
        },
    );
