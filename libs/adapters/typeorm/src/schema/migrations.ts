import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { DatabaseName } from '../sql/table.js';
import { postgresLanguage, postgresSchema } from './postgres-schema.js';
import { sqliteLanguage, sqliteSchema } from './sqlite-schema.js';
import { laterMigrations, laterStatements } from './tables.js';

/** The table with the names of the migrations that were done. TypeORM's own default belongs to whoever embeds Cairn. */
export const MIGRATION_TABLE = 'cairn_migration';

export type DatabaseKind = DatabaseName;

/** A step from one schema to the next. */
interface Migration {
  /** It ends with a time in epoch milliseconds, by which migrations are ordered. */
  readonly name: string;
  readonly statements: Readonly<Record<DatabaseKind, () => readonly string[]>>;
}

/** Every migration, oldest first. */
const migrations: readonly Migration[] = [
  { name: 'InitialSchema1796800000100', statements: { sqlite: sqliteSchema, postgres: postgresSchema } },
  ...laterMigrations.map((name) => ({
    name,
    statements: {
      sqlite: () => laterStatements(name, sqliteLanguage),
      postgres: () => laterStatements(name, postgresLanguage),
    },
  })),
];

export const migrationNames: readonly string[] = migrations.map(({ name }) => name);

/** The statements of a migration. */
export const statementsOf = (name: string, kind: DatabaseKind): readonly string[] =>
  migrations.find((migration) => migration.name === name)?.statements[kind]() ?? [];

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
      ({ name }) =>
        class implements MigrationInterface {
          readonly name = name;

          async up(runner: QueryRunner): Promise<void> {
            for (const statement of statementsOf(name, kind)) await runner.query(statement);
          }

          async down(): Promise<void> {
            throw new Error('A migration cannot be undone: restore a backup made before it.');
          }
        },
    );
