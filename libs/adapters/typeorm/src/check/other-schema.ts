import { appliedMigrations, migrationNames } from '../schema/migrations.js';
import type { Statements } from '../sql/statements.js';

/** The schema of the database is that of another version, so this version must not check it. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema';

  constructor(database: string) {
    super(
      `The tables of the database ${database} are not those of this version. Start its server once, or use the version that it is of.`,
    );
  }
}

/** @throws {OtherSchema} */
export async function assertSchema(statements: Statements, database: string): Promise<void> {
  // The table is missing in a database of the build before.
  const applied = await appliedMigrations((text) => statements.query(text)).catch(() => []);
  if (applied.join() !== migrationNames.join()) throw new OtherSchema(database);
}
