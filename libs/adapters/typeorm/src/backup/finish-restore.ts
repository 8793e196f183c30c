import type { RestoreRequest } from '@cairn/kernel';
import type { Database } from '../sql/database.js';
import { TypeOrmCatalogRepository } from '../images/typeorm-catalog-repository.js';
import { TypeOrmInstallationRepository } from '../images/typeorm-installation-repository.js';
import type { Statements } from '../sql/statements.js';
import { TypeOrmTrash } from '../trash/typeorm-trash.js';

/** What is left to do when the rows are there. */
interface Rest extends Pick<RestoreRequest, 'removed' | 'ageMs' | 'restoredAt'> {
  /** Makes it known that the restore is complete, in the transaction of its last change. */
  readonly complete?: (manager: Statements) => Promise<unknown>;
}

/**
 * Removes images whose bytes are not in the backup, as they were deleted for good while it was made. What was in the trash can be
 * restored for as long as it could when the backup was made, or the server would delete it before anybody has looked. It is a
 * copy from now on.
 */
export async function finishRestore(
  database: Database,
  { removed, ageMs, restoredAt, complete = async () => undefined }: Rest,
): Promise<void> {
  const [catalog, trash] = [new TypeOrmCatalogRepository(database), new TypeOrmTrash(database)];
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
