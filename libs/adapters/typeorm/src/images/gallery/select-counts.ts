import type { CameraCount, FolderCount, FolderRequest, TagCount, TagRequest } from '@cairn/images/spi';
import type { Statements } from '../../sql/statements.js';
import { termOf } from '../tables/terms.js';

export async function selectTags(
  statements: Statements,
  owner: string,
  { limit, part, path }: TagRequest,
): Promise<readonly TagCount[]> {
  const pattern = `%${escaped(part ?? '')}%`;
  // Counts within a folder are not stored. They are taken from the index entries of its images.
  const rows =
    path !== undefined
      ? await statements.sql<readonly TagCount[]>`
          SELECT held.tag AS tag, COUNT(*) AS count FROM image_term AS place
          JOIN image_tag AS held ON held.image_id = place.image_id
          JOIN image_count AS kept ON kept.owner = held.owner AND kept.kind = 'tag' AND kept.name = held.tag
          WHERE place.owner = ${owner} AND place.term = ${termOf.tree(path)} AND kept.folded LIKE ${pattern} ESCAPE '!'
          GROUP BY held.tag ORDER BY COUNT(*) DESC, held.tag LIMIT ${limit}`
      : part === undefined
        ? await statements.sql<readonly TagCount[]>`
            SELECT name AS tag, count FROM image_count WHERE owner = ${owner} AND kind = 'tag'
            ORDER BY count DESC, name LIMIT ${limit}`
        : await statements.sql<readonly TagCount[]>`
            SELECT name AS tag, count FROM image_count
            WHERE owner = ${owner} AND kind = 'tag' AND folded LIKE ${pattern} ESCAPE '!'
            ORDER BY count DESC, name LIMIT ${limit}`;
  return Array.from(rows, ({ tag, count }) => ({ tag, count }));
}

export async function selectFolders(
  statements: Statements,
  owner: string,
  { parent, limit, after = '' }: FolderRequest,
): Promise<readonly FolderCount[]> {
  const rows = await statements.sql<readonly FolderCount[]>`
    SELECT name AS path, count FROM image_count
    WHERE owner = ${owner} AND kind = 'folder' AND parent = ${parent} AND name > ${after}
    ORDER BY name LIMIT ${limit}`;
  return Array.from(rows, ({ path, count }) => ({ path, count }));
}

export async function selectCameras(
  statements: Statements,
  owner: string,
  limit: number,
): Promise<readonly CameraCount[]> {
  const rows = await statements.sql<readonly CameraCount[]>`
    SELECT name AS camera, count FROM image_count WHERE owner = ${owner} AND kind = 'camera'
    ORDER BY count DESC, name LIMIT ${limit}`;
  return Array.from(rows, ({ camera, count }) => ({ camera, count }));
}

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
