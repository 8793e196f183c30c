import { FolderDefaultLimitReached, type FolderDefault } from '@cairn/images';
import { foldersAbove, nearestOf, type FolderDefaultRepository } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import { FolderDefaultSchema, type FolderDefaultRow } from './tables/settings-schema.js';

/** The defaults of folders as rows of a relational database. */
export class TypeOrmFolderDefaultRepository implements FolderDefaultRepository {
  constructor(private readonly database: Database) {}

  async put(owner: string, folder: FolderDefault, maxDefaults: number): Promise<void> {
    await this.database.write(async (manager) => {
      // Otherwise two concurrent calls could each miss the other's folder in the count.
      await this.database.dialect.lockTable(manager, FolderDefaultSchema);
      const folders = manager.repository(FolderDefaultSchema);
      await folders.upsert({ owner, ...folder, metadata: folder.metadata ?? null }, ['owner', 'path']);
      if ((await folders.countBy({ owner })) > maxDefaults) throw new FolderDefaultLimitReached(maxDefaults);
    });
  }

  async remove(owner: string, path: string): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(FolderDefaultSchema).delete({ owner, path }),
    );
  }

  async list(owner: string): Promise<readonly FolderDefault[]> {
    const rows = await this.database.read(
      (manager) =>
        manager.sql<readonly StoredDefault[]>`
          SELECT path, visibility, metadata FROM folder_default WHERE owner = ${owner} ORDER BY path`,
      { budget: 'listing' },
    );
    return rows.map(defaultOf);
  }

  /** In SQL: it is a part of most uploads, and TypeORM's statement takes longer to build than to run. */
  async findNearest(owner: string, path: string): Promise<FolderDefault | undefined> {
    const folders = listOf(foldersAbove(path));
    const rows = await this.database.read((manager) =>
      run<StoredDefault>(
        manager,
        (parameter) =>
          `SELECT path, visibility, metadata FROM folder_default
          WHERE owner = ${parameter(owner)} AND path IN ${folders(parameter)} ORDER BY length(path) DESC`,
      ),
    );
    return nearestOf(rows.map(defaultOf));
  }
}

type StoredDefault = Omit<FolderDefaultRow, 'owner'>;

const defaultOf = ({ path, visibility, metadata }: StoredDefault): FolderDefault => ({
  path,
  visibility,
  ...(metadata !== null && { metadata }),
});
