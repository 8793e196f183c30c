import type { StepWork } from '../../../spaces/step-work.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { forgetContent } from '../rows/feature-history.js';
import { leaveRollup } from '../rows/cell-rollup.js';
import { FeatureRows, storedRow } from '../rows/feature-rows.js';
import { removeIndexes } from '../indexes/feature-terms.js';
import { factColumns, type FeatureRow } from '../rows/feature-row.js';
import { settle } from './held-features.js';

/** The milliseconds of one step without its commit. */
const STEP_MS = 15;
/** Features that are read at once. */
const SOME = 50;

/** The remaining budget of a step. */
interface Step {
  features: number;
  readonly until: number;
}

const LEFT = 'SELECT key FROM space_content WHERE space_id IS NULL AND held = 0';
const LOOSE = 'SELECT key FROM (SELECT content AS key FROM held_content WHERE loose = 1) WHERE TRUE';

/**
 * Removes at most `features` features of contents without a space, until the step has used its time. Then removes
 * features that the trash holds from the boxes and indexes.
 */
export function purgeContents(writer: SqliteConnection, features: number, work: StepWork): 'more' | 'done' {
  const step: Step = { features, until: performance.now() + STEP_MS };
  const next = (keys: string): number | undefined =>
    writer
      .rows<[key: number]>(`${keys} AND key NOT IN (SELECT value FROM json_each(?)) LIMIT 1`)
      .get(JSON.stringify(work.skippedKeys('content')))?.[0];
  for (let key = next(LEFT); key !== undefined; key = next(LEFT)) {
    work.begin('content', key);
    const rows = new FeatureRows(writer, key, []);
    if (!isEmptied(writer, key, { step, remove: (row) => rows.remove(storedRow(row)) })) return 'more';
    if (!isForgotten(writer, key, step)) return 'more';
    leaveRollup(writer, key);
    removeIndexes(writer, key); // of a removed space
    writer.prepare('DELETE FROM space_content WHERE key = ?').run(key);
  }
  for (let key = next(LOOSE); key !== undefined; key = next(LOOSE)) {
    work.begin('content', key);
    const rows = new FeatureRows(writer, key, []);
    if (!isEmptied(writer, key, { step, remove: (row) => settle(writer, rows, row) })) return 'more';
    writer.prepare('UPDATE held_content SET loose = 0 WHERE content = ?').run(key);
  }
  return 'done';
}

function isEmptied(
  writer: SqliteConnection,
  key: number,
  { step, remove }: { readonly step: Step; readonly remove: (row: FeatureRow) => void },
): boolean {
  const find = writer.rows<FeatureRow>(
    `SELECT ${factColumns} FROM feature AS f WHERE f.content = ? LIMIT ${SOME}`,
  );
  for (let some = find.all(key); some.length > 0; some = find.all(key)) {
    for (const row of some) {
      if (step.features <= 0 || performance.now() > step.until) return false;
      remove(row);
      step.features -= 1;
    }
  }
  return true;
}

function isForgotten(writer: SqliteConnection, key: number, step: Step): boolean {
  for (let gone = SOME; gone === SOME; step.features -= gone) {
    if (step.features <= 0 || performance.now() > step.until) return false;
    gone = forgetContent(writer, key, SOME);
  }
  return true;
}
