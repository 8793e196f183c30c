import type { StepWork } from '../../../spaces/step-work.js';
import type { Connection } from '../../bulk/bulk-connection.js';
import { leaveRollup } from '../rows/cell-rollup.js';
import { purgeCopies } from '../rows/feature-copies.js';
import type { TextRow } from '../../bulk/text-rows.js';

/** Deleting this many takes about 20 ms. */
const ROWS_AT_ONCE = 2_000;

/** Deletes some features of a removed or erased space, unless another process is purging it. */
export async function purgeFeatures(connection: Connection, work: StepWork): Promise<'more' | 'done'> {
  const [left] = await connection.textRows(
    `SELECT key FROM feature_space WHERE space_id IS NULL AND held = 0 AND key <> ALL($1::bigint[])
     ORDER BY key LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [work.skippedKeys('content')],
  );
  if (left === undefined) return await purgeCopies(connection);
  const [key] = left;
  work.begin('content', Number(key));
  const some = `SELECT ctid FROM feature WHERE space_key = $1 LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature WHERE ctid = ANY (ARRAY(${some}))`;
  if (
    (await connection.delete(gone, left)) < ROWS_AT_ONCE &&
    (await areTermsGone(connection, left)) &&
    (await isHistoryGone(connection, left))
  ) {
    await leaveRollup(connection, Number(key));
    await connection.query('DELETE FROM feature_space WHERE key = $1', left);
  }
  return 'more';
}

async function areTermsGone(connection: Connection, left: TextRow): Promise<boolean> {
  const some = `SELECT feature_term.ctid FROM property_index JOIN feature_term ON index_key = key
    WHERE content = $1 LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature_term WHERE ctid = ANY (ARRAY(${some}))`;
  if ((await connection.delete(gone, left)) === ROWS_AT_ONCE) return false;
  await connection.query('DELETE FROM property_index WHERE content = $1', left);
  return true;
}

async function isHistoryGone(connection: Connection, left: TextRow): Promise<boolean> {
  const some = `SELECT ctid FROM feature_history WHERE space_key = $1 LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature_history WHERE ctid = ANY (ARRAY(${some}))`;
  return (await connection.delete(gone, left)) < ROWS_AT_ONCE;
}
