import { type CellGrid, middleOf } from '@cairn/geometry';
import { boxesOf, type IndexingStep, RollupChange } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { lockedSpace } from '../indexes/build-indexes.js';
import { storeCounts, wantFineRollup } from '../rows/cell-rollup.js';

/** Counting this many features, or this many bytes plus one feature, takes about 20 ms. */
const ROWS_AT_ONCE = 500;
const BYTES_AT_ONCE = 1_048_576;
const COUNTS_AT_ONCE = 2_000;

/** Counts to create or to remove. Without a `spaceId`, their space is gone. */
export interface PendingRollup {
  readonly key: number;
  readonly spaceId: string | undefined;
}

export async function pendingRollup(
  connection: Connection,
  skipped: readonly number[],
): Promise<PendingRollup | undefined> {
  const [row] = await connection.textRows(
    `SELECT cell_rollup.key, CASE WHEN state = 'building' THEN space_id END FROM cell_rollup
     LEFT JOIN feature_space ON feature_space.key = content
     WHERE (state = 'leaving' OR state = 'building' AND space_id IS NOT NULL)
       AND cell_rollup.key <> ALL($1::bigint[]) ORDER BY cell_rollup.key LIMIT 1`,
    [skipped],
  );
  if (row === undefined) return undefined;
  const [key, spaceId] = row;
  return { key: Number(key), spaceId: spaceId ?? undefined };
}

/** Removes some counts, and their rollup when none are left. */
export async function emptyRollup(connection: Connection, key: number): Promise<IndexingStep> {
  const some = `SELECT ctid FROM cell_count WHERE rollup = $1 LIMIT ${COUNTS_AT_ONCE}`;
  const gone = `DELETE FROM cell_count WHERE ctid = ANY (ARRAY(${some}))`;
  if ((await connection.delete(gone, [key])) < COUNTS_AT_ONCE)
    await connection.query('DELETE FROM cell_rollup WHERE key = $1', [key]);
  return { looked: 0, left: 0 };
}

/** Counts some more features of a space, which it locks. Another process may have done so in the meantime. */
export async function buildRollup(
  connection: Connection,
  {
    key,
    spaceId,
    grids,
  }: { readonly key: number; readonly spaceId: string; readonly grids: readonly CellGrid[] },
): Promise<IndexingStep> {
  const spaceKey = await lockedSpace(connection, spaceId);
  const [pending] = await connection.textRows(
    `SELECT built_to, detail FROM cell_rollup WHERE key = $1 AND content = $2 AND state = 'building'`,
    [key, spaceKey ?? 0],
  );
  if (pending === undefined || spaceKey === undefined) return { looked: 0, left: 0 };
  const [builtTo = '', detail] = pending;
  const next = `SELECT id, octet_length(body) AS length FROM feature
    WHERE space_key = $1 AND id > $2 ORDER BY id LIMIT ${ROWS_AT_ONCE}`;
  const sums = `SELECT id, sum(length) OVER (ORDER BY id) - length AS before FROM (${next}) AS next`;
  const some = `SELECT id FROM (${sums}) AS sums WHERE before < ${BYTES_AT_ONCE}`;
  const rows = await connection.textRows(
    `SELECT id, body FROM feature WHERE space_key = $1 AND id = ANY(ARRAY(${some})) ORDER BY id`,
    [spaceKey, builtTo],
  );
  const change = new RollupChange(grids, detail === 'fine' ? 'fine' : 'coarse');
  for (const [, body] of rows) change.add({ from: undefined, to: middleOf(boxesOf(body ?? '')) });
  const [reached = builtTo] = rows.at(-1) ?? [];
  const stored = await storeCounts(connection, key, change.total());
  if (stored === 'crowded') await wantFineRollup(connection, spaceKey);
  await connection.query(
    'UPDATE cell_rollup SET state = $2, built_to = $3, looked = looked + $4 WHERE key = $1',
    [key, rows.length === 0 ? 'ready' : 'building', reached, rows.length],
  );
  const [[left] = []] = await connection.textRows(
    `SELECT coalesce(sum(greatest(total - looked, 0)), 0) FROM cell_rollup
     JOIN feature_space ON feature_space.key = content WHERE state = 'building'`,
  );
  return { looked: rows.length, left: Number(left) };
}
