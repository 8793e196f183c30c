import type { IndexingStep } from '@cairn/spaces/spi';
import type { StepWork } from '../../../spaces/step-work.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { FeatureTerms, type PropertyIndex } from './feature-terms.js';

/** The milliseconds of one step without its commit. */
const STEP_MS = 15;
/** The number of terms that can be removed in the time of indexing one feature. */
const TERMS = 5;

/** The features of removed spaces are purged, not indexed. */
const OF_A_SPACE = `EXISTS (SELECT 1 FROM space_content AS present
  WHERE present.key = pending.content AND present.space_id IS NOT NULL)`;

type PendingRow = readonly [key: number, content: number, state: string, builtTo: string];

/** Builds or removes an index, looking at no more than `most` features. */
export function buildIndexes(
  writer: SqliteConnection,
  features: number,
  work: StepWork,
): IndexingStep | 'done' {
  const find = writer.rows<PendingRow>(
    `SELECT key, content, state, built_to FROM property_index AS pending
     WHERE state <> 'ready' AND ${OF_A_SPACE} AND key NOT IN (SELECT value FROM json_each(?)) ORDER BY key LIMIT 1`,
  );
  const pending = find.get(JSON.stringify(work.skippedKeys('index')));
  if (pending === undefined) return 'done';
  const [key, content, state, builtTo] = pending;
  work.begin('index', key);
  if (state === 'leaving') empty(writer, key, features * TERMS);
  const looked = state === 'leaving' ? 0 : built(writer, { content, builtTo }, features);
  return { looked, left: leftToLookAt(writer) };
}

/** Builds all indexes of the content that are at the same position together, so that features are parsed once. */
function built(
  writer: SqliteConnection,
  { content, builtTo }: { readonly content: number; readonly builtTo: string },
  most: number,
): number {
  const until = performance.now() + STEP_MS;
  const alike = writer.rows<[key: number, path: string]>(
    `SELECT key, path FROM property_index WHERE content = ? AND state = 'building' AND built_to = ?`,
  );
  const indexes = alike
    .all(content, builtTo)
    .map(([key, path]): PropertyIndex => ({ key, path: JSON.parse(path) as PropertyIndex['path'] }));
  const terms = new FeatureTerms(writer, indexes);
  const bodies = writer.rows<[body: string]>('SELECT body FROM feature WHERE number = ?');
  const find = writer.rows<[number: number, id: string]>(
    'SELECT number, id FROM feature WHERE content = ? AND id > ? ORDER BY id LIMIT ?',
  );
  const some = find.all(content, builtTo, most);
  let reached = builtTo;
  let looked = 0;
  for (const [number, id] of some) {
    const [body] = bodies.get(number) ?? [''];
    terms.add(number, body);
    reached = id;
    looked += 1;
    if (performance.now() > until) break;
  }
  const isDone = looked === some.length && looked < most;
  const store = writer.prepare(
    'UPDATE property_index SET state = ?, built_to = ?, looked = looked + ? WHERE key = ?',
  );
  for (const { key } of indexes) store.run(isDone ? 'ready' : 'building', reached, looked, key);
  return looked;
}

/** Removes at most `most` of its terms, and the index when none are left. */
function empty(writer: SqliteConnection, key: number, most: number): void {
  const find = writer.rows<[term: string, number: number]>(
    'SELECT term, number FROM feature_term WHERE index_key = ? ORDER BY term, number LIMIT 1 OFFSET ?',
  );
  const end = find.get(key, most);
  if (end !== undefined) {
    writer
      .prepare('DELETE FROM feature_term WHERE index_key = ? AND (term, number) < (?, ?)')
      .run(key, ...end);
    return;
  }
  writer.prepare('DELETE FROM feature_term WHERE index_key = ?').run(key);
  writer.prepare('DELETE FROM property_index WHERE key = ?').run(key);
}

function leftToLookAt(writer: SqliteConnection): number {
  const count = writer.rows<[left: number]>(
    `SELECT coalesce(sum(max(total - looked, 0)), 0) FROM
       (SELECT DISTINCT content, built_to, looked FROM property_index AS pending
        WHERE state = 'building' AND state <> 'ready' AND ${OF_A_SPACE}) AS building
       JOIN space_content ON space_content.key = building.content`,
  );
  const [left] = count.get() ?? [0];
  return left;
}
