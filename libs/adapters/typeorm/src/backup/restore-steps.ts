import type { RestoreRequest, DatabaseCopy } from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmInstallationRepository } from '../images/typeorm-installation-repository.js';
import type { Statements } from '../sql/statements.js';
import { SqlTrash } from '../trash/sql-trash.js';
import { FORMER, isFormer } from '../schema/former-schema.js';
import { migrationNames } from '../schema/migrations.js';
import { NewerSchema, OlderSchema } from '../unusable-database.js';

/** The input for the steps after the rows are restored. */
interface Rest extends Pick<RestoreRequest, 'removed' | 'ageMs' | 'restoredAt'> {
  /** Marks the restore as complete, in the transaction of its last change. */
  readonly complete?: (manager: Statements) => Promise<unknown>;
}

/**
 * Removes images whose bytes are missing from the backup because they were deleted for good while it was made. Entries
 * of the trash keep the time that they had left when the backup was made; otherwise the server would delete them before
 * anybody can look. From now on the database counts as a copy.
 */
export async function finishRestore(
  database: Database,
  { removed, ageMs, restoredAt, complete = async () => undefined }: Rest,
): Promise<void> {
  const [catalog, trash] = [new SqlCatalogRepository(database), new SqlTrash(database)];
  for (const { owner, imageId, place } of removed)
    if (place === 'trash') await trash.purge(owner, [imageId]);
    else await catalog.removeAll(owner, [imageId]);
  await new TypeOrmInstallationRepository(database).markRestored(restoredAt);
  await database.write(
    async (manager) => {
      await manager.sql`UPDATE trash SET expires_at = expires_at + ${Math.max(0, ageMs)}`;
      await complete(manager);
    },
    { budget: 'bulk' },
  );
}

/** @throws {NewerSchema} {OlderSchema} if the copy has tables that this version does not create. */
export function assertKnown({ migrations: applied }: Pick<DatabaseCopy, 'migrations'>): void {
  const unknown = applied.filter((name) => !migrationNames.includes(name));
  if (unknown.length === 0 || isFormer(applied)) return;
  const missing = FORMER.filter((name) => !applied.includes(name));
  if (missing.length > 0 && applied.some((name) => FORMER.includes(name)))
    throw new OlderSchema('of the backup', missing);
  throw new NewerSchema(
    'of the backup',
    unknown.filter((name) => !FORMER.includes(name)),
  );
}
