import { compareTexts } from '@cairn/kernel';
import type { CellGrid } from '@cairn/geometry';
import {
  type PlaceChange,
  RollupChange,
  type RollupCount,
  CROWD,
  CROWD_LAYER,
  type RollupDetail,
} from '@cairn/spaces/spi';
import type { Statements } from '../../../sql/statements.js';
import type { Connection } from '../../bulk/bulk-connection.js';

/** The counts of the features of a space, at one level of detail. */
export interface Rollup {
  readonly key: number;
  readonly detail: RollupDetail;
  readonly state: 'building' | 'ready';
  /** The last counted id, while features are being counted. */
  readonly builtTo: string;
}

/** A column for queries: the rollups of the space with the key `space`. */
export const rollupsColumn = (space: string): string =>
  `(SELECT json_agg(json_build_array(key, detail, state, built_to)) FROM cell_rollup
    WHERE content = ${space} AND state <> 'leaving')`;

/** The value of a `rollupsColumn`. */
export type RollupsValue =
  readonly (readonly [key: number, detail: RollupDetail, state: Rollup['state'], builtTo: string])[] | null;

export const rollupsOf = (value: RollupsValue): readonly Rollup[] =>
  (value ?? []).map(([key, detail, state, builtTo]) => ({ key, detail, state, builtTo }));

/** The key of the counts of a space, if all of its features are counted at this level of detail. */
export async function readyRollup(
  connection: Connection,
  spaceKey: number,
  detail: RollupDetail,
): Promise<number | undefined> {
  const [row] = await connection.textRows(
    `SELECT key FROM cell_rollup WHERE content = $1 AND detail = $2 AND state = 'ready'`,
    [spaceKey, detail],
  );
  const [key] = row ?? [];
  return key === undefined ? undefined : Number(key);
}

/** Creates coarse counts for a space: `ready` if it has no features. */
export async function addRollup(
  statements: Statements,
  spaceKey: number,
  state: Rollup['state'],
): Promise<void> {
  await statements.query(`INSERT INTO cell_rollup (content, state, detail) VALUES ($1, $2, 'coarse')`, [
    spaceKey,
    state,
  ]);
}

/** Leaves the counts of a space to `buildRollup`, which removes them. */
export async function leaveRollup(statements: Statements, spaceKey: number): Promise<void> {
  await statements.query(`UPDATE cell_rollup SET state = 'leaving' WHERE content = $1`, [spaceKey]);
}

/** Starts counting the features of a locked space again. */
export async function resetRollup(statements: Statements, spaceKey: number): Promise<void> {
  await leaveRollup(statements, spaceKey);
  await addRollup(statements, spaceKey, 'building');
}

/** Updates the counts of a locked space after places have changed. */
export async function changeRollup(
  connection: Connection,
  { spaceKey, rollups }: { readonly spaceKey: number; readonly rollups: readonly Rollup[] },
  { places, grids }: { readonly places: readonly PlaceChange[]; readonly grids: readonly CellGrid[] },
): Promise<void> {
  const hasFine = rollups.some(({ detail }) => detail === 'fine');
  for (const { key, detail, state, builtTo } of rollups) {
    const change = new RollupChange(grids, detail);
    for (const place of places)
      if (state === 'ready' || compareTexts(place.id, builtTo) <= 0) change.add(place);
    const stored = await storeCounts(connection, key, change.total());
    if (stored === 'crowded' && !hasFine) await wantFineRollup(connection, spaceKey);
  }
}

/** Starts fine counts for a locked space, unless it has them. */
export async function wantFineRollup(connection: Connection, spaceKey: number): Promise<void> {
  await connection.query(
    `INSERT INTO cell_rollup (content, state, detail) VALUES ($1, 'building', 'fine') ON CONFLICT DO NOTHING`,
    [spaceKey],
  );
}

const COLUMNS = 'layer integer, x integer, y integer, hex text, count bigint';
const ADD = `WITH added AS (INSERT INTO cell_count (rollup, layer, x, y, hex, count)
  SELECT $1, layer, x, y, hex, count FROM json_to_recordset($2) AS given (${COLUMNS})
  ON CONFLICT (rollup, layer, x, y, hex) DO UPDATE SET count = cell_count.count + excluded.count
  RETURNING layer, count)
  SELECT 1 FROM added WHERE layer = ${CROWD_LAYER} AND count >= ${CROWD} LIMIT 1`;
const REMOVE = `DELETE FROM cell_count USING json_to_recordset($2) AS given (${COLUMNS})
  WHERE rollup = $1 AND cell_count.layer = given.layer AND cell_count.x = given.x AND cell_count.y = given.y
    AND cell_count.hex = given.hex AND cell_count.count = 0`;

/** Adds to the counts. Returns whether a changed part is now crowded, so that the space needs fine counts. */
export async function storeCounts(
  connection: Connection,
  key: number,
  counts: readonly RollupCount[],
): Promise<'crowded' | 'scattered'> {
  if (counts.length === 0) return 'scattered';
  const crowded = await connection.textRows(ADD, [key, JSON.stringify(counts)]);
  const fewer = counts.filter(({ count }) => count < 0);
  if (fewer.length > 0) await connection.query(REMOVE, [key, JSON.stringify(fewer)]);
  return crowded.length > 0 ? 'crowded' : 'scattered';
}
