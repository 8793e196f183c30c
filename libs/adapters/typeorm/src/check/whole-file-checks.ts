import { isServable, type ImageFile } from '@cairn/images/spi';
import type { Database } from '../sql/database.js';
import { selection } from '../sql/table.js';
import { ImageSchema } from '../images/tables/catalog-schema.js';
import { wholeIn, type WholeRow } from '../images/tables/whole-file.js';
import type { Check } from './finding.js';

/** What is stored of an image, and what is served of that. */
export type FileOfImage = Pick<ImageFile, 'sizeInBytes' | 'sha256' | 'whole'> & { readonly imageId: string };

type FileRow = Omit<FileOfImage, 'whole'> & WholeRow;

const columns = selection(ImageSchema, [
  ...(['sizeInBytes', 'sha256', 'storedBytes', 'storedSha256', 'edits'] as const),
]);

const fileOf = ({ imageId, sizeInBytes, sha256, ...whole }: FileRow): FileOfImage => ({
  imageId,
  sizeInBytes,
  sha256,
  ...wholeIn(whole),
});

const FILES_AT_ONCE = 500;

/** What is to be cut out of files that are stored whole is known. */
export const editListCheck: Check = {
  name: 'edit-list',
  async *find(statements) {
    for (let after = ''; ;) {
      const rows = await statements.sql<readonly FileRow[]>`
        SELECT id AS "imageId", ${columns} FROM image
        WHERE id > ${after} AND (edits IS NOT NULL OR stored_bytes IS NOT NULL OR stored_sha256 IS NOT NULL)
        ORDER BY id LIMIT ${FILES_AT_ONCE}`;
      const last = rows.at(-1);
      if (last === undefined) return;
      for (const row of rows)
        if (!isServable(fileOf(row)))
          yield {
            check: this.name,
            subject: row.imageId,
            problem: 'what to cut out of its file is not known, so that nothing of it is served',
          };
      after = last.imageId;
    }
  },
};

/** The files of all images that have a blob. */
export async function filesOfBlob(database: Database, key: string): Promise<readonly FileOfImage[]> {
  const rows = await database.read(
    (statements) => statements.sql<readonly FileRow[]>`
      SELECT id AS "imageId", ${columns} FROM image WHERE blob_key = ${key} OR shared_key = ${key} ORDER BY id`,
  );
  return Array.from(rows, fileOf);
}
