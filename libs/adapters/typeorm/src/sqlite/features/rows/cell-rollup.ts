import { compareTexts } from '@cairn/kernel';
import type { CellGrid } from '@cairn/geometry';
import {
  CROWD,
  CROWD_LAYER,
  type PlaceChange,
  RollupChange,
  type RollupCount,
  type RollupDetail,
} from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';

/** The counts of the features of a content, at one level of detail. */
interface Rollup {
  readonly key: number;
  readonly detail: RollupDetail;
  readonly state: 'building' | 'ready';
  /** The last counted id, while features are being counted. */
  readonly builtTo: string;
}

type RollupRow = readonly [key: number, detail: RollupDetail, state: Rollup['state'], builtTo: string];

function rollupsOf(connection: SqliteConnection, content: number): readonly Rollup[] {
  const find = connection.rows<RollupRow>(
    `SELECT key, detail, state, built_to FROM cell_rollup WHERE content = ? AND state <> 'leaving'`,
  );
  return find.all(content).map(([key, detail, state, builtTo]) => ({ key, detail, state, builtTo }));
}

/** The key of the counts of a content, if all of its features are counted at this level of detail. */
export function readyRollup(
  connection: SqliteConnection,
  content: number,
  detail: RollupDetail,
): number | undefined {
  return rollupsOf(connection, content).find((one) => one.detail === detail && one.state === 'ready')?.key;
}

/** Creates coarse counts for a content: `ready` if it has no features. */
export function addRollup(writer: SqliteConnection, content: number, state: Rollup['state']): void {
  writer
    .prepare(`INSERT INTO cell_rollup (content, state, detail) VALUES (?, ?, 'coarse')`)
    .run(content, state);
}

/** Starts fine counts for a content, unless it has them. */
function wantFineRollup(writer: SqliteConnection, content: number): void {
  writer
    .prepare(
      `INSERT INTO cell_rollup (content, state, detail) VALUES (?, 'building', 'fine') ON CONFLICT DO NOTHING`,
    )
    .run(content);
}

/** Leaves the counts of a content to `buildRollups`, which removes them. */
export function leaveRollup(writer: SqliteConnection, content: number): void {
  writer.prepare(`UPDATE cell_rollup SET state = 'leaving' WHERE content = ?`).run(content);
}

/** Starts counting the features of a content again. */
export function resetRollup(writer: SqliteConnection, content: number): void {
  leaveRollup(writer, content);
  addRollup(writer, content, 'building');
}

/** Updates the counts after places have changed. */
export function changeRollup(
  writer: SqliteConnection,
  content: number,
  { places, grids }: { readonly places: readonly PlaceChange[]; readonly grids: readonly CellGrid[] },
): void {
  const rollups = rollupsOf(writer, content);
  for (const { key, detail, state, builtTo } of rollups) {
    const change = new RollupChange(grids, detail);
    for (const place of places)
      if (state === 'ready' || compareTexts(place.id, builtTo) <= 0) change.add(place);
    storeCounts(writer, key, change.total());
  }
  const [coarse, ...others] = rollups;
  if (coarse !== undefined && others.length === 0) wantFineIfCrowded(writer, content, coarse.key);
}

// There is an index with this very condition, of crowded parts only. Returning the stored counts by `RETURNING` would
// take an import twice as long.
const FIND_CROWD = `SELECT 1 FROM cell_count WHERE rollup = ? AND layer = ${CROWD_LAYER} AND count >= ${CROWD} LIMIT 1`;

/** Starts fine counts for a content if its coarse counts, which have this key, have a crowded part. */
export function wantFineIfCrowded(writer: SqliteConnection, content: number, key: number): void {
  if (writer.prepare(FIND_CROWD).get(key) !== undefined) wantFineRollup(writer, content);
}

/** Adds to the counts. */
export function storeCounts(writer: SqliteConnection, key: number, counts: readonly RollupCount[]): void {
  const add = writer.prepare(
    `INSERT INTO cell_count (rollup, layer, x, y, hex, count) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const remove = writer.prepare(
    'DELETE FROM cell_count WHERE rollup = ? AND layer = ? AND x = ? AND y = ? AND hex = ? AND count = 0',
  );
  for (const { layer, x, y, hex, count } of counts) {
    add.run(key, layer, x, y, hex, count);
    if (count < 0) remove.run(key, layer, x, y, hex);
  }
}
