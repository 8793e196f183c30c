import type { PreparedBlob, PreparedBlobRequest, PreparedUploadRepository } from '@cairn/images/spi';
import type { Database, Returned } from '../sql/database.js';
import type { PreparedUploadRow } from './tables/catalog-schema.js';

/** Prepared blobs as rows of a relational database. A blob is taken or given up by changing its row, so by one of both. */
export class SqlPreparedUploadRepository implements PreparedUploadRepository {
  constructor(private readonly database: Database) {}

  async add({ blobKey, owner, reservation, preparedAt }: PreparedBlob): Promise<void> {
    await this.database.write(
      (manager) => manager.sql`
        INSERT INTO prepared_upload (blob_key, owner, reservation, prepared_at)
        VALUES (${blobKey}, ${owner}, ${reservation ?? null}, ${preparedAt})`,
    );
  }

  async take(blobKey: string): Promise<boolean> {
    return await this.database.write(async (manager) => {
      const taken = await manager.sql<Returned<unknown>>`
        DELETE FROM prepared_upload WHERE blob_key = ${blobKey} AND given_up = 0 RETURNING 1`;
      return this.database.dialect.rowsOf(taken).length > 0;
    });
  }

  async giveUp(blobKey: string): Promise<boolean> {
    return await this.database.writeEvenIfFull(async (manager) => {
      const found = await manager.sql<Returned<unknown>>`
        UPDATE prepared_upload SET given_up = 1 WHERE blob_key = ${blobKey} RETURNING 1`;
      return this.database.dialect.rowsOf(found).length > 0;
    });
  }

  async list({ before, after = '', owner, limit }: PreparedBlobRequest): Promise<readonly PreparedBlob[]> {
    const rows = await this.database.read(
      (manager) => manager.sql<readonly Omit<PreparedUploadRow, 'givenUp'>[]>`
        SELECT blob_key AS "blobKey", owner, reservation, prepared_at AS "preparedAt" FROM prepared_upload
        WHERE (prepared_at < ${before} OR given_up = 1) AND blob_key > ${after}
          AND owner = COALESCE(${owner ?? null}, owner) ORDER BY blob_key LIMIT ${limit}`,
      { budget: 'listing' },
    );
    return Array.from(rows, ({ reservation, ...blob }) => ({
      ...blob,
      ...(reservation !== null && { reservation }),
    }));
  }

  async remove(blobKey: string): Promise<void> {
    await this.database.writeEvenIfFull(
      (manager) => manager.sql`DELETE FROM prepared_upload WHERE blob_key = ${blobKey}`,
    );
  }
}
