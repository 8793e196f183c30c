import type { Connection } from '../../bulk/connection.js';

/** Takes some 20 ms. */
const ROWS_AT_ONCE = 2_000;

/** Deletes some features of what is left of a removed or erased space; one that another process is at is left to it. */
export async function purgeFeatures(connection: Connection): Promise<'more' | 'done'> {
  const [left] = await connection.textRows(
    'SELECT key FROM feature_space WHERE space_id IS NULL ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED',
  );
  if (left === undefined) return 'done';
  const some = `SELECT ctid FROM feature WHERE space_key = $1 LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature WHERE ctid = ANY (ARRAY(${some})) RETURNING 1`;
  const [row] = await connection.textRows(`WITH gone AS (${gone}) SELECT count(*) FROM gone`, left);
  if (Number(row?.[0]) < ROWS_AT_ONCE)
    await connection.query('DELETE FROM feature_space WHERE key = $1', [left[0]]);
  return 'more';
}
