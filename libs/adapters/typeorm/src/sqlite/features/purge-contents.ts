import type { StepWork } from '../../spaces/step-work.js';
import type { SqliteConnection } from '../connection/sqlite-connection.js';
import { forgetContent } from './feature-history.js';
import { leaveRollup } from './rollup/cell-rollup.js';
import { FeatureRows, storedRow } from './feature-rows.js';
import { removeIndexes } from './indexes/feature-terms.js';
import { factColumns, type FeatureRow } from './feature-row.js';

/** The milliseconds of one step without its commit. */
const STEP_MS = 15;
/** Features that are read at once. */
const SOME = 50;

/** What is left of a step. */
interface Step {
  features: number;
  readonly until: number;
}

/** Removes at most `features` features of contents whose spaces are gone, until the step has used its time. */
export function purgeContents(writer: SqliteConnection, features: number, work: StepWork): 'more' | 'done' {
  const step: Step = { features, until: performance.now() + STEP_MS };
  const find = writer.rows<[key: number]>(
    `SELECT key FROM space_content
     WHERE space_id IS NULL AND key NOT IN (SELECT value FROM json_each(?)) LIMIT 1`,
  );
  const skipped = JSON.stringify(work.skippedKeys('content'));
  for (let [key] = find.get(skipped) ?? []; key !== undefined; [key] = find.get(skipped) ?? []) {
    work.begin('content', key);
    if (!isEmptied(writer, key, step)) return 'more';
    leaveRollup(writer, key);
    removeIndexes(writer, key); // of a removed space
    writer.prepare('DELETE FROM space_content WHERE key = ?').run(key);
  }
  return 'done';
}

function isEmptied(writer: SqliteConnection, key: number, step: Step): boolean {
  const rows = new FeatureRows(writer, key, []);
  const find = writer.rows<FeatureRow>(
    `SELECT ${factColumns} FROM feature AS f WHERE f.content = ? LIMIT ${SOME}`,
  );
  for (let some = find.all(key); some.length > 0; some = find.all(key)) {
    for (const row of some) {
      if (step.features <= 0 || performance.now() > step.until) return false;
      rows.remove(storedRow(row));
      step.features -= 1;
    }
  }
  for (let gone = SOME; gone === SOME; step.features -= gone) {
    if (step.features <= 0 || performance.now() > step.until) return false;
    gone = forgetContent(writer, key, SOME);
  }
  return true;
}
