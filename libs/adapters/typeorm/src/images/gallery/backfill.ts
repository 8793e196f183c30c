import { nameKey, searchWords } from '@cairn/images';
import { insertAll } from '../../sql/insert.js';
import type { Statements } from '../../sql/statements.js';
import { parseStringList } from '../../sql/string-list.js';
import { CountChanges } from './count-images.js';
import { ImageTermSchema } from './gallery-schema.js';
import { joinedWords, termsOf } from './terms.js';

const IMAGES_AT_ONCE = 500;

/** The columns of the first schema: later ones are not there yet when this runs. */
interface FormerRow {
  readonly id: string;
  readonly owner: string;
  readonly path: string;
  readonly fileName: string;
  readonly tags: string;
  readonly contentType: string;
  readonly createdAt: number | string;
}

/** Makes images findable that were stored before there were terms and counts. */
export async function backfillGallery(statements: Statements): Promise<void> {
  const counts = new CountChanges();
  let last = '';
  for (;;) {
    const rows = await statements.sql<readonly FormerRow[]>`
      SELECT id, owner, path, file_name AS "fileName", tags, content_type AS "contentType", created_at AS "createdAt"
      FROM image WHERE id > ${last} ORDER BY id LIMIT ${IMAGES_AT_ONCE}`;
    if (rows.length === 0) break;
    for (const row of rows) await backfill(statements, row, counts);
    last = rows.at(-1)?.id ?? last;
  }
  await counts.store(statements);
}

async function backfill(statements: Statements, row: FormerRow, counts: CountChanges): Promise<void> {
  const { id: imageId, owner, path, fileName, contentType } = row;
  const tags = parseStringList(row.tags);
  const words = searchWords({ fileName, tags, path });
  await statements.sql`
    UPDATE image SET name_key = ${nameKey({ fileName })}, words = ${joinedWords(words)} WHERE id = ${imageId}`;
  const createdAt = Number(row.createdAt);
  const terms = termsOf({ path, contentType, words }).map((term) => ({ owner, term, createdAt, imageId }));
  await insertAll(statements, ImageTermSchema, terms);
  counts.add({ owner, path, tags, contentType }, 1);
}
