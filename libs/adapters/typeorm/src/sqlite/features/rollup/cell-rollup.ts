import type { CellGrid } from '@cairn/geometry';
import {
  compareTexts,
  isCrowded,
  type PlaceChange,
  RollupChange,
  type RollupCount,
  type RollupDetail,
} from '@cairn/spaces';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';

/** Counts of the features of a content by the parts of the layers of one detail. */
interface Rollup {
  readonly key: number;
  readonly detail: RollupDetail;
  readonly state: 'building' | 'ready';
  /** While they are counted, features up to this id are. */
  readonly builtTo: string;
}

type RollupRow = readonly [key: number, detail: RollupDetail, state: Rollup['state'], builtTo: string];

function rollupsOf(connection: SqliteConnection, content: number): readonly Rollup[] {
  const find = connection.rows<RollupRow>(
    `SELECT key, detail, state, built_to FROM cell_rollup WHERE content = ? AND state <> 'leaving'`,
  );
  return find.all(content).map(([key, detail, state, builtTo]) => ({ key, detail, state, builtTo }));
}

/** The key of the counts of a content, if all of its features are counted so. */
export function readyRollup(
  connection: SqliteConnection,
  content: number,
  detail: RollupDetail,
): number | undefined {
  return rollupsOf(connection, content).find((one) => one.detail === detail && one.state === 'ready')?.key;
}

/** Gives a content coarse counts, which are `ready` where it has no features. */
export function addRollup(writer: SqliteConnection, content: number, state: Rollup['state']): void {
  writer
    .prepare(`INSERT INTO cell_rollup (content, state, detail) VALUES (?, ?, 'coarse')`)
    .run(content, state);
}

/** Has the features of a content counted finely, if they are not yet. */
function wantFineRollup(writer: SqliteConnection, content: number): void {
  writer
    .prepare(
      `INSERT INTO cell_rollup (content, state, detail) VALUES (?, 'building', 'fine') ON CONFLICT DO NOTHING`,
    )
    .run(content);
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
  for (const { key, detail, state, builtTo } of rollupsOf(writer, content)) {
    const change = new RollupChange(grids, detail);
    for (const place of places)
      if (state === 'ready' || compareTexts(place.id, builtTo) <= 0) change.add(place);
    storeCounts(writer, { key, content }, change.total());
  }
}

/** Adds to the counts. Where a part is crowded then, the content is to have fine ones. */
export function storeCounts(
  writer: SqliteConnection,
  { key, content }: { readonly key: number; readonly content: number },
  counts: readonly RollupCount[],
): void {
  const add = writer.rows<[count: number]>(
    `INSERT INTO cell_count (rollup, layer, x, y, hex, count) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count RETURNING count`,
  );
  const remove = writer.prepare(
    'DELETE FROM cell_count WHERE rollup = ? AND layer = ? AND x = ? AND y = ? AND hex = ? AND count = 0',
  );
  let hasCrowd = false;
  for (const { layer, x, y, hex, count } of counts) {
    const [counted = 0] = add.get(key, layer, x, y, hex, count) ?? [];
    hasCrowd ||= isCrowded({ layer, count: counted });
    if (count < 0) remove.run(key, layer, x, y, hex);
  }
  if (hasCrowd) wantFineRollup(writer, content);
}
