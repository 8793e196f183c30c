import { MAX_KNOWN_FILES, type KnownFile } from '@cairn/images/spi';
import { compareTexts, type TrashEntry } from '@cairn/kernel';
import { listOf, run } from '../sql/sql-builder.js';
import type { Statements } from '../sql/statements.js';

interface FoundRow {
  readonly sha256: string;
  readonly id: string;
  /** Of an image its path, of an entry of the trash its parts in JSON. */
  readonly place: string;
  readonly trashed: number;
}

/** One statement, in which each part reads one index. Bytes that nothing was cut out of have one hash only. */
export async function knownFiles(
  manager: Statements,
  owner: string,
  hashes: readonly string[],
): Promise<readonly KnownFile[]> {
  if (hashes.length === 0) return [];
  const list = listOf(hashes);
  const rows = await run<FoundRow>(manager, (parameter) => {
    const part = (table: string, columns: string, condition: (list: string) => string): string =>
      `SELECT ${columns} FROM ${table} WHERE owner = ${parameter(owner)} AND ${condition(list(parameter))}`;
    const trashed = (column: string): string => `${column} AS sha256, id, parts AS place, 1 AS trashed`;
    const images = (column: string): string => `${column} AS sha256, id, path AS place, 0 AS trashed`;
    return `${[
      part('image', images('upload_sha256'), (wanted) => `upload_sha256 IN ${wanted}`),
      part('image', images('sha256'), (wanted) => `sha256 <> upload_sha256 AND sha256 IN ${wanted}`),
      part('trash', trashed('upload_sha256'), (wanted) => `kind = 'image' AND upload_sha256 IN ${wanted}`),
      part('trash', trashed('sha256'), (wanted) => `kind = 'image' AND sha256 IN ${wanted}`),
    ].join(' UNION ')} ORDER BY 1, 4, 2 LIMIT ${parameter(MAX_KNOWN_FILES)}`;
  });
  return Array.from(rows, toKnownFile).sort(
    (one, other) =>
      compareTexts(one.sha256, other.sha256) ||
      Number(one.inTrash) - Number(other.inTrash) ||
      compareTexts(one.id, other.id),
  );
}

/** One statement, which reads the index by size. */
export async function knownSizes(
  manager: Statements,
  owner: string,
  sizes: readonly number[],
): Promise<readonly number[]> {
  if (sizes.length === 0) return [];
  const list = listOf(sizes);
  const rows = await run<{ readonly size: number | null }>(
    manager,
    (parameter) => `SELECT upload_size AS size FROM image
        WHERE owner = ${parameter(owner)} AND upload_size IN ${list(parameter)}
      UNION SELECT upload_size FROM trash
        WHERE owner = ${parameter(owner)} AND kind = 'image' AND upload_size IN ${list(parameter)}
      UNION SELECT upload_size FROM (
        SELECT upload_size FROM image WHERE owner = ${parameter(owner)} AND upload_size IS NULL LIMIT 1) AS unknown
      UNION SELECT upload_size FROM (SELECT upload_size FROM trash
        WHERE owner = ${parameter(owner)} AND kind = 'image' AND upload_size IS NULL LIMIT 1) AS removed`,
  );
  const known = new Set(Array.from(rows, ({ size }) => size));
  const asked = [...new Set(sizes)].sort((one, other) => one - other);
  return known.has(null) ? asked : asked.filter((size) => known.has(size));
}

const parseParts: (json: string) => TrashEntry['parts'] = JSON.parse;

function toKnownFile({ sha256, id, place, trashed }: FoundRow): KnownFile {
  if (trashed === 0) return { sha256, id, path: place, inTrash: false };
  const folder = parseParts(place).find(({ type }) => type === 'folder');
  return { sha256, id, path: folder?.id ?? '', inTrash: true };
}
