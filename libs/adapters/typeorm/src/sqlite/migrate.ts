import type { DataSource } from 'typeorm';

/** The database was last used by a later version of this software. */
export class NewerSchema extends Error {
  override readonly name = 'NewerSchema';

  constructor(
    readonly file: string,
    readonly migrations: readonly string[],
  ) {
    super(
      `The database ${file} was written by a newer version: this one does not know ${migrations.join(', ')}. ` +
        'Start the newer version, or restore a backup made before it.',
    );
  }
}

/**
 * Brings the schema up to date in one transaction, which also keeps two processes from doing so at once. If it throws,
 * the source must be closed, which undoes all of it.
 */
export async function migrate(writer: DataSource, file: string): Promise<void> {
  await writer.query('BEGIN IMMEDIATE');
  const unknown = await unknownMigrations(writer);
  if (unknown.length > 0) throw new NewerSchema(file, unknown);
  await writer.runMigrations();
  await writer.query('COMMIT');
}

async function unknownMigrations(writer: DataSource): Promise<readonly string[]> {
  if (!(await writer.createQueryRunner().hasTable('migrations'))) return [];
  const applied = await writer.query<readonly { readonly name: string }[]>(
    'SELECT name FROM migrations ORDER BY id',
  );
  const known = new Set(writer.migrations.map((migration) => migration.name));
  return applied.map((migration) => migration.name).filter((name) => !known.has(name));
}
