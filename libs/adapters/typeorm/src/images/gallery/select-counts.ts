import type { FolderCount, FolderRequest, TagCount, TagRequest } from '@cairn/images';
import type { Statements } from '../../sql/statements.js';

export async function selectTags(
  statements: Statements,
  owner: string,
  { limit, part }: TagRequest,
): Promise<readonly TagCount[]> {
  const rows =
    part === undefined
      ? await statements.sql<readonly TagCount[]>`
          SELECT name AS tag, count FROM image_count WHERE owner = ${owner} AND kind = 'tag'
          ORDER BY count DESC, name LIMIT ${limit}`
      : await statements.sql<readonly TagCount[]>`
          SELECT name AS tag, count FROM image_count
          WHERE owner = ${owner} AND kind = 'tag' AND folded LIKE ${`%${escaped(part)}%`} ESCAPE '!'
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

function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, '!$&');
}
