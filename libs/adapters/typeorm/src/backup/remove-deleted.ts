import type { Database } from '../database.js';
import { TypeOrmCatalogRepository } from '../images/typeorm-catalog-repository.js';
import { TypeOrmTrash } from '../trash/typeorm-trash.js';
import type { RestoreRequest } from '@cairn/kernel';

/** Removes images whose bytes are not in the backup, as they were deleted for good while it was made. */
export async function removeDeleted(database: Database, removed: RestoreRequest['removed']): Promise<void> {
  const [catalog, trash] = [new TypeOrmCatalogRepository(database), new TypeOrmTrash(database)];
  for (const { owner, imageId, place } of removed)
    if (place === 'trash') await trash.purge(owner, [imageId]);
    else await catalog.removeAll(owner, [imageId]);
}
