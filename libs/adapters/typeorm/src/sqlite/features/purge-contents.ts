import type { SqliteConnection } from '../connection/sqlite-connection.js';
import { FeatureRows, placeOf } from './feature-rows.js';
import { removeIndexes } from './indexes/feature-terms.js';
import { factColumns, type FeatureRow } from './feature-row.js';

/** Milliseconds of one step. */
const STEP_MS = 20;

/** Removes features of contents that no space has any more, until there are none or the step has taken its time. */
export function purgeContents(writer: SqliteConnection): 'more' | 'done' {
  const until = performance.now() + STEP_MS;
  const find = writer.rows<[key: number]>('SELECT key FROM space_content WHERE space_id IS NULL LIMIT 1');
  for (let [key] = find.get() ?? []; key !== undefined; [key] = find.get() ?? []) {
    if (!isEmptied(writer, key, until)) return 'more';
    removeIndexes(writer, key); // those of a space that was removed
    writer.prepare('DELETE FROM space_content WHERE key = ?').run(key);
  }
  return 'done';
}

function isEmptied(writer: SqliteConnection, key: number, until: number): boolean {
  const rows = new FeatureRows(writer, key, []);
  const find = writer.rows<FeatureRow>(
    `SELECT ${factColumns} FROM feature AS f WHERE f.content = ? LIMIT 100`,
  );
  for (let some = find.all(key); some.length > 0; some = find.all(key)) {
    for (const row of some) rows.remove(placeOf(row));
    if (performance.now() > until) return false;
  }
  return true;
}
