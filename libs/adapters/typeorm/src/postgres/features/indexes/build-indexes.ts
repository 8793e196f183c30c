import { SpaceNotFound } from '@cairn/spaces';
import type { IndexingStep } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { lockFeatureSpace } from '../rows/feature-space.js';
import { indexWhere } from './feature-terms.js';
import { indexOfRow } from '../rows/property-index.js';

/** Looking at this many features, or this many bytes plus one feature, takes about 20 ms. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_048_576;
const TERMS_AT_ONCE = 2_000;

/** An index to be built or removed. */
export interface PendingIndex {
  readonly key: number;
  readonly spaceId: string;
}

/** The first pending index. The features of removed spaces are purged, not indexed. */
export async function pendingIndex(
  connection: Connection,
  skipped: readonly number[],
): Promise<PendingIndex | undefined> {
  const [row] = await connection.textRows(
    `SELECT property_index.key, space_id FROM property_index JOIN feature_space ON feature_space.key = content
     WHERE state <> 'ready' AND space_id IS NOT NULL AND property_index.key <> ALL($1::bigint[])
     ORDER BY property_index.key LIMIT 1`,
    [skipped],
  );
  if (row === undefined) return undefined;
  const [key, spaceId] = row;
  return { key: Number(key), spaceId: spaceId ?? '' };
}

/** Works on it for one step, in a transaction. Another process may have done so in the meantime. */
export async function buildIndex(
  connection: Connection,
  { key, spaceId }: PendingIndex,
): Promise<IndexingStep> {
  const space = await lockedSpace(connection, spaceId);
  const rows = await connection.textRows(
    'SELECT state, built_to FROM property_index WHERE key = $1 AND content = $2',
    [key, space ?? 0],
  );
  const [[state, builtTo] = []] = rows;
  if (space === undefined || state === undefined || state === 'ready') return { looked: 0, left: 0 };
  if (state === 'leaving') await emptied(connection, key);
  const looked = state === 'leaving' ? 0 : await built(connection, space, builtTo ?? '');
  return { looked, left: await leftToLookAt(connection) };
}

/** Locks the space and returns its key; `undefined` if it is gone. */
export async function lockedSpace(connection: Connection, spaceId: string): Promise<number | undefined> {
  try {
    return (await lockFeatureSpace(connection, spaceId)).key;
  } catch (error) {
    if (error instanceof SpaceNotFound) return undefined;
    throw error;
  }
}

/** Builds all indexes of the space that are at the same position together. */
async function built(connection: Connection, spaceKey: number, builtTo: string): Promise<number> {
  const alike = await connection.textRows(
    `SELECT key, path FROM property_index WHERE content = $1 AND state = 'building' AND built_to = $2`,
    [spaceKey, builtTo],
  );
  const indexes = alike.map(indexOfRow);
  const ids = await indexWhere(connection, indexes, (bind) => {
    const next = `SELECT id, octet_length(body) AS length FROM feature
      WHERE space_key = ${bind(spaceKey)} AND id > ${bind(builtTo)} ORDER BY id LIMIT ${ROWS_AT_ONCE}`;
    const sums = `SELECT id, sum(length) OVER (ORDER BY id) - length AS before FROM (${next}) AS next`;
    const some = `SELECT id FROM (${sums}) AS sums WHERE before < ${BYTES_AT_ONCE}`;
    return `space_key = ${bind(spaceKey)} AND id = ANY(ARRAY(${some})) ORDER BY id`;
  });
  await connection.query(
    `UPDATE property_index SET state = $2, built_to = $3, looked = looked + $4 WHERE key = ANY($1::bigint[])`,
    [
      indexes.map(({ key }) => key),
      ids.length === 0 ? 'ready' : 'building',
      ids.at(-1) ?? builtTo,
      ids.length,
    ],
  );
  return ids.length;
}

async function emptied(connection: Connection, key: number): Promise<void> {
  const some = `SELECT ctid FROM feature_term WHERE index_key = $1 LIMIT ${TERMS_AT_ONCE}`;
  const gone = `DELETE FROM feature_term WHERE ctid = ANY (ARRAY(${some}))`;
  if ((await connection.delete(gone, [key])) < TERMS_AT_ONCE)
    await connection.query('DELETE FROM property_index WHERE key = $1', [key]);
}

async function leftToLookAt(connection: Connection): Promise<number> {
  return await connection.number(
    `SELECT coalesce(sum(greatest(total - looked, 0)), 0) FROM
       (SELECT DISTINCT content, built_to, looked FROM property_index WHERE state = 'building' AND state <> 'ready') AS building
       JOIN feature_space ON feature_space.key = content WHERE space_id IS NOT NULL`,
  );
}
