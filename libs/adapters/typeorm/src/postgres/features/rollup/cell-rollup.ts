import type { CellGrid } from '@cairn/geometry';
import { compareTexts, type PlaceChange, RollupChange, type RollupCount } from '@cairn/spaces';
import type { Statements } from '../../../sql/statements.js';
import type { Connection } from '../../bulk/connection.js';

/** Counts of the features of a space by the parts of `ROLLUP_LAYERS`. */
export interface Rollup {
  readonly key: number;
  readonly state: 'building' | 'ready';
  /** While they are counted, features up to this id are. */
  readonly builtTo: string;
}

/** A column of a query: those of the space with the key `space`. */
export const rollupColumn = (space: string): string =>
  `(SELECT json_build_array(key, state, built_to) FROM cell_rollup WHERE content = ${space} AND state <> 'leaving')`;

/** What `rollupColumn` gives. */
export type RollupValue = readonly [key: number, state: Rollup['state'], builtTo: string] | null;

export const rollupOf = (value: RollupValue): Rollup | undefined =>
  value === null ? undefined : { key: value[0], state: value[1], builtTo: value[2] };

/** The key of the counts of a space, if all of its features are counted. */
export async function readyRollup(connection: Connection, spaceKey: number): Promise<number | undefined> {
  const [row] = await connection.textRows(
    `SELECT key FROM cell_rollup WHERE content = $1 AND state = 'ready'`,
    [spaceKey],
  );
  return row === undefined ? undefined : Number(row[0]);
}

/** Gives a space counts, which are `ready` where it has no features. */
export async function addRollup(
  statements: Statements,
  spaceKey: number,
  state: Rollup['state'],
): Promise<void> {
  await statements.query('INSERT INTO cell_rollup (content, state) VALUES ($1, $2)', [spaceKey, state]);
}

/** Leaves the counts of a space to `buildRollup`, to be removed. */
export async function leaveRollup(statements: Statements, spaceKey: number): Promise<void> {
  await statements.query(`UPDATE cell_rollup SET state = 'leaving' WHERE content = $1`, [spaceKey]);
}

/** Has the features of a locked space counted anew. */
export async function resetRollup(statements: Statements, spaceKey: number): Promise<void> {
  await leaveRollup(statements, spaceKey);
  await addRollup(statements, spaceKey, 'building');
}

/** Counts changes of places in a locked space. */
export async function changeRollup(
  connection: Connection,
  rollup: Rollup | undefined,
  { places, grids }: { readonly places: readonly PlaceChange[]; readonly grids: readonly CellGrid[] },
): Promise<void> {
  if (rollup === undefined) return;
  const change = new RollupChange(grids);
  for (const place of places)
    if (rollup.state === 'ready' || compareTexts(place.id, rollup.builtTo) <= 0) change.add(place);
  await storeCounts(connection, rollup.key, change.total());
}

const COLUMNS = 'layer integer, x integer, y integer, hex text, count bigint';
const ADD = `INSERT INTO cell_count (rollup, layer, x, y, hex, count)
  SELECT $1, layer, x, y, hex, count FROM json_to_recordset($2) AS given (${COLUMNS})
  ON CONFLICT (rollup, layer, x, y, hex) DO UPDATE SET count = cell_count.count + excluded.count`;
const REMOVE = `DELETE FROM cell_count USING json_to_recordset($2) AS given (${COLUMNS})
  WHERE rollup = $1 AND cell_count.layer = given.layer AND cell_count.x = given.x AND cell_count.y = given.y
    AND cell_count.hex = given.hex AND cell_count.count = 0`;

/** Adds to the counts. */
export async function storeCounts(
  statements: Statements,
  key: number,
  counts: readonly RollupCount[],
): Promise<void> {
  if (counts.length > 0) await statements.query(ADD, [key, JSON.stringify(counts)]);
  const fewer = counts.filter(({ count }) => count < 0);
  if (fewer.length > 0) await statements.query(REMOVE, [key, JSON.stringify(fewer)]);
}
