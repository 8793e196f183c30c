import { FolderDefaultLimitReached, type FolderDefault } from '@cairn/images';
import { foldersAbove, type FolderDefaultRepository } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { listOf, run } from '../sql/sql-builder.js';
import { FolderDefaultSchema } from './tables/settings-schema.js';

/** The defaults of folders as rows of a relational database. */
export class TypeOrmFolderDefaultRepository implements FolderDefaultRepository {
  constructor(private readonly database: Database) {}

  async put(owner: string, folder: FolderDefault, maxDefaults: number): Promise<void> {
    await this.database.write(async (manager) => {
      // Otherwise two concurrent calls could each miss the other's folder in the count.
      await this.database.dialect.lockTable(manager, FolderDefaultSchema);
      const folders = manager.repository(FolderDefaultSchema);
      await folders.upsert({ owner, ...folder }, ['owner', 'path']);
      if ((await folders.countBy({ owner })) > maxDefaults) throw new FolderDefaultLimitReached(maxDefaults);
    });
  }

  async remove(owner: string, path: string): Promise<void> {
    await this.database.writeEvenIfFull((manager) =>
      manager.repository(FolderDefaultSchema).delete({ owner, path }),
    );
  }

  async list(owner: string): Promise<readonly FolderDefault[]> {
    return await this.database.read(
      (manager) =>
        manager.sql<readonly FolderDefault[]>`
          SELECT path, visibility FROM folder_default WHERE owner = ${owner} ORDER BY path`,
      { budget: 'listing' },
    );
  }

  /** In SQL: it is a part of most uploads, and TypeORM's statement takes longer to build than to run. */
  async findNearest(owner: string, path: string): Promise<FolderDefault | undefined> {
    const folders = listOf(foldersAbove(path));
    const [nearest] = await this.database.read((manager) =>
      run<FolderDefault>(
        manager,
        (parameter) =>
          `SELECT path, visibility FROM folder_default WHERE owner = ${parameter(owner)} AND path IN ${folders(parameter)}
          ORDER BY length(path) DESC LIMIT 1`,
      ),
    );
    return nearest;
  }
}
