import type { CellGrid } from '@cairn/geometry';
import { compareTexts, type PlaceChange, RollupChange, type RollupCount } from '@cairn/spaces';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';

/** Counts of the features of a content by the parts of `ROLLUP_LAYERS`. */
interface Rollup {
  readonly key: number;
  readonly state: 'building' | 'ready';
  /** While they are counted, features up to this id are. */
  readonly builtTo: string;
}

type RollupRow = readonly [key: number, state: Rollup['state'], builtTo: string];

function rollupOf(connection: SqliteConnection, content: number): Rollup | undefined {
  const find = connection.rows<RollupRow>(
    `SELECT key, state, built_to FROM cell_rollup WHERE content = ? AND state <> 'leaving'`,
  );
  const row = find.get(content);
  return row && { key: row[0], state: row[1], builtTo: row[2] };
}

/** The key of the counts of a content, if all of its features are counted. */
export function readyRollup(connection: SqliteConnection, content: number): number | undefined {
  const rollup = rollupOf(connection, content);
  return rollup?.state === 'ready' ? rollup.key : undefined;
}

/** Gives a content counts, which are `ready` where it has no features. */
export function addRollup(writer: SqliteConnection, content: number, state: Rollup['state']): void {
  writer.prepare('INSERT INTO cell_rollup (content, state) VALUES (?, ?)').run(content, state);
}

/** Leaves the counts of a content to `buildRollups`, to be removed. */
export function leaveRollup(writer: SqliteConnection, content: number): void {
  writer.prepare(`UPDATE cell_rollup SET state = 'leaving' WHERE content = ?`).run(content);
}

/** Has the features of a content counted anew. */
export function resetRollup(writer: SqliteConnection, content: number): void {
  leaveRollup(writer, content);
  addRollup(writer, content, 'building');
}

/** Counts changes of places. */
export function changeRollup(
  writer: SqliteConnection,
  content: number,
  { places, grids }: { readonly places: readonly PlaceChange[]; readonly grids: readonly CellGrid[] },
): void {
  const rollup = rollupOf(writer, content);
  if (rollup === undefined) return;
  const change = new RollupChange(grids);
  for (const place of places)
    if (rollup.state === 'ready' || compareTexts(place.id, rollup.builtTo) <= 0) change.add(place);
  storeCounts(writer, rollup.key, change.total());
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
