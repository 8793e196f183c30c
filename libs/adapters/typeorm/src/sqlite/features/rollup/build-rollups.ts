import type { CellGrid } from '@cairn/geometry';
import { type IndexingStep, RollupChange, type RollupDetail } from '@cairn/spaces/spi';
import type { StepWork } from '../../../spaces/step-work.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { factColumns, type FeatureRow, placeOfRow, idOf } from '../rows/feature-row.js';
import { storeCounts, wantFineIfCrowded } from '../rows/cell-rollup.js';

/** The milliseconds of one step without its commit. */
const STEP_MS = 15;
/** The number of counts that can be removed in the time of counting one feature. */
const COUNTS = 5;

type PendingRow = readonly [
  key: number,
  content: number,
  state: string,
  builtTo: string,
  detail: RollupDetail,
];

/**
 * Counts some features of a content, or removes counts that are no longer wanted. Opens the grids only to count,
 * because every start checks for work, and mostly there is none.
 */
export async function buildRollups(
  writer: SqliteConnection,
  openGrids: () => Promise<readonly CellGrid[]>,
  { features, work }: { readonly features: number; readonly work: StepWork },
): Promise<IndexingStep | 'done'> {
  const find = writer.rows<PendingRow>(
    `SELECT key, content, state, built_to, detail FROM cell_rollup
     WHERE state <> 'ready' AND key NOT IN (SELECT value FROM json_each(?)) ORDER BY key LIMIT 1`,
  );
  const pending = find.get(JSON.stringify(work.skippedKeys('counts')));
  if (pending === undefined) return 'done';
  const [key, content, state, builtTo, detail] = pending;
  work.begin('counts', key);
  if (state === 'leaving') {
    empty(writer, key, features * COUNTS);
    return { looked: 0, left: leftToCount(writer) };
  }
  const change = new RollupChange(await openGrids(), detail);
  const until = performance.now() + STEP_MS;
  const next = writer.rows<FeatureRow>(
    `SELECT ${factColumns} FROM feature AS f WHERE content = ? AND id > ? ORDER BY id LIMIT ?`,
  );
  let reached = builtTo;
  let looked = 0;
  let isDone = true;
  for (const row of next.all(content, builtTo, features)) {
    isDone = false;
    if (performance.now() > until) break;
    change.add({ from: undefined, to: placeOfRow(row) });
    reached = idOf(row);
    looked += 1;
  }
  storeCounts(writer, key, change.total());
  if (detail === 'coarse') wantFineIfCrowded(writer, content, key);
  writer
    .prepare('UPDATE cell_rollup SET state = ?, built_to = ?, looked = looked + ? WHERE key = ?')
    .run(isDone ? 'ready' : 'building', reached, looked, key);
  return { looked, left: leftToCount(writer) };
}

/** Removes at most `most` of its counts, and the rollup when none are left. */
function empty(writer: SqliteConnection, key: number, most: number): void {
  const { changes } = writer
    .prepare(
      `DELETE FROM cell_count WHERE (rollup, layer, x, y, hex) IN
         (SELECT rollup, layer, x, y, hex FROM cell_count WHERE rollup = ? LIMIT ?)`,
    )
    .run(key, most);
  if (changes < most) writer.prepare('DELETE FROM cell_rollup WHERE key = ?').run(key);
}

function leftToCount(writer: SqliteConnection): number {
  const count = writer.rows<[left: number]>(
    `SELECT coalesce(sum(max(total - looked, 0)), 0) FROM cell_rollup
     JOIN space_content ON space_content.key = content WHERE state = 'building'`,
  );
  const [left] = count.get() ?? [0];
  return left;
}
