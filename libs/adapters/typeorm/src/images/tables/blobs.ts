import { storedBytes } from './whole-file.js';
import { listOf, run, type Sql } from '../../sql/sql-builder.js';
import type { Statements } from '../../sql/statements.js';

/** The tables whose rows may share blobs: those of images and of the trash. A blob of one owner may have several rows. */
const SHARERS = ['image', 'trash'] as const;

/** The tables whose rows have blobs. What waits for approval has a blob of its own. */
const HOLDERS = [...SHARERS, 'contribution'] as const;

type Holder = (typeof HOLDERS)[number];

/** How a row counts in the quota. */
const COUNTED: Readonly<Record<Holder, string>> = {
  image: storedBytes(),
  trash: 'counted_bytes',
  contribution: 'size_in_bytes',
};

const mayShare = (holder: Holder): boolean => SHARERS.some((sharer) => sharer === holder);

/**
 * The rows that have blobs, with the key, in `held_key`. In a row with a `shared_key`, that is the key; its `blob_key` is
 * only unique. Each part of the union reads an index of its own.
 */
function holders(columns: (holder: Holder) => string, condition: (key: string) => string): string {
  return HOLDERS.flatMap((holder) => {
    const own = `SELECT blob_key AS held_key, ${columns(holder)} FROM ${holder} WHERE`;
    return mayShare(holder)
      ? [
          `${own} shared_key IS NULL AND ${condition('blob_key')}`,
          `SELECT shared_key AS held_key, ${columns(holder)} FROM ${holder}
            WHERE shared_key IS NOT NULL AND ${condition('shared_key')}`,
        ]
      : [`${own} ${condition('blob_key')}`];
  }).join(' UNION ALL ');
}

/** Returns rows if an image has the blob, also one that is in the trash or waits for approval. */
export const NEEDS_BLOB = (key: string): string =>
  `WITH wanted (wanted_key) AS (SELECT CAST(${key} AS text))
  ${holders(
    () => '1 AS found',
    (column) => `${column} = (SELECT wanted_key FROM wanted)`,
  )}`;

/** The bytes that the quota counts of these blobs now, by key. Read it while the catalog is locked. */
export async function countedBytesOf(
  manager: Statements,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (keys.length === 0) return new Map();
  const counted: Sql = (parameter) => {
    const rows = holders(
      (holder) => `${COUNTED[holder]} AS held_bytes`,
      (column) => `${column} IN ${listOf(keys)(parameter)}`,
    );
    return `SELECT held_key AS "key", CAST(MAX(held_bytes) AS double precision) AS bytes
      FROM (${rows}) AS held GROUP BY held_key`;
  };
  const rows = await run<{ readonly key: string; readonly bytes: number }>(manager, counted);
  return new Map(Array.from(rows, ({ key, bytes }) => [key, bytes]));
}

/**
 * The bytes that the quota does not count any more. `held` has what it counted of each blob before rows were removed. Read it
 * while the catalog is locked.
 */
export async function freedBytes(manager: Statements, held: ReadonlyMap<string, number>): Promise<number> {
  const counted = await countedBytesOf(manager, [...held.keys()]);
  return [...held].reduce((sum, [key, bytes]) => sum + Math.max(0, bytes - (counted.get(key) ?? 0)), 0);
}

/** The owners with the numbers of their images and the bytes that the quota counts, each blob once. */
export const countedByOwner = (): string => `SELECT owner, SUM(images) AS own, SUM(bytes) AS own_bytes FROM (
    SELECT owner, SUM(images) AS images, MAX(bytes) AS bytes FROM (
      SELECT owner, COALESCE(shared_key, blob_key) AS held_key, 1 AS images, ${storedBytes()} AS bytes FROM image
      UNION ALL SELECT owner, COALESCE(shared_key, blob_key), 0, counted_bytes FROM trash WHERE blob_key IS NOT NULL
      UNION ALL SELECT owner, blob_key, 0, size_in_bytes FROM contribution
    ) AS held GROUP BY owner, held_key
  ) AS blobs GROUP BY owner`;

/** The bytes of the blobs of all images, each once. */
export const bytesOfImages =
  (): string => `(SELECT COALESCE(SUM(${storedBytes()}), 0) FROM image WHERE shared_key IS NULL)
  + (SELECT COALESCE(SUM(bytes), 0) FROM (
    SELECT MAX(${storedBytes()}) AS bytes FROM image AS copy WHERE shared_key IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM image AS first WHERE first.blob_key = copy.shared_key)
    GROUP BY shared_key) AS shared)`;

/** A page of a listing of blobs. What these return is asked for in the order of the placeholders. */
export interface BlobPage {
  /** The key to continue after. */
  readonly after: () => string;
  /** The number of blobs. */
  readonly limit: () => string;
}

/**
 * Lists blobs with what one of their rows says, by ascending key. Each part is limited for itself, because PostgreSQL
 * sorts all rows of a union.
 */
export function blobList(columns: (holder: Holder) => string, page?: BlobPage): string {
  const parts = HOLDERS.flatMap((holder) => {
    if (!mayShare(holder))
      return [
        {
          text: `SELECT blob_key AS "key", ${columns(holder)} FROM ${holder} WHERE blob_key`,
          key: 'blob_key',
          rest: '',
        },
      ];
    const others = SHARERS.filter((_, index) => index < HOLDERS.indexOf(holder));
    const own = `SELECT blob_key AS "key", ${columns(holder)} FROM ${holder} WHERE shared_key IS NULL AND blob_key`;
    const first = `SELECT shared_key AS "key", ${columns(holder)} FROM ${holder} WHERE shared_key`;
    const isListedByOthers = [
      ...SHARERS.map(
        (other) => `SELECT 1 FROM ${other} AS other WHERE other.blob_key = ${holder}.shared_key`,
      ),
      ...others.map(
        (other) => `SELECT 1 FROM ${other} AS other WHERE other.shared_key = ${holder}.shared_key`,
      ),
      `SELECT 1 FROM ${holder} AS other WHERE other.shared_key = ${holder}.shared_key AND other.id < ${holder}.id`,
    ];
    const isNew = isListedByOthers.map((found) => ` AND NOT EXISTS (${found})`).join('');
    return [
      { text: own, key: 'blob_key', rest: '' },
      { text: first, key: 'shared_key', rest: isNew },
    ];
  });
  const all = parts.map(({ text, key, rest }, index) =>
    page === undefined
      ? `${text} IS NOT NULL${rest}`
      : `SELECT * FROM (${text} > ${page.after()}${rest} ORDER BY ${key} LIMIT ${page.limit()}) AS part${index}`,
  );
  return `${all.join(' UNION ALL ')} ORDER BY 1${page === undefined ? '' : ` LIMIT ${page.limit()}`}`;
}
