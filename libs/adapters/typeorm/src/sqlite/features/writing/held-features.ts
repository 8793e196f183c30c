import type { StoredFeature } from '@cairn/spaces';
import type { FeatureRestoration } from '@cairn/spaces/spi';
import { parseStringList } from '../../../sql/table.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { factColumns, type FeatureRow } from '../rows/feature-row.js';
import { FeatureRows, storedRow } from '../rows/feature-rows.js';

// Held features are rows of `feature` where the whole content left its space or a filter found them, and rows of
// `feature_history` where they were removed one by one.

const COLUMNS = 'id, version, created_at, updated_at, tags, body';

const KEEP = `INSERT INTO feature_history (content, ended, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Stores features in a held content. */
export function keepHeld(
  writer: SqliteConnection,
  content: number,
  features: readonly StoredFeature[],
): void {
  const keep = writer.prepare(KEEP);
  for (const { id, version, createdAt, updatedAt, tags, body } of features)
    keep.run(content, version, id, version, createdAt, updatedAt, JSON.stringify(tags), body);
}

type HeldRow = readonly [
  id: string,
  version: number,
  createdAt: number,
  updatedAt: number,
  tags: string,
  body: string,
];

/** Some features of a held content, by ascending id. */
export function findHeld(
  connection: SqliteConnection,
  content: number,
  { ids, after = '', limit }: FeatureRestoration,
): readonly StoredFeature[] {
  const among = ids === undefined ? '' : 'AND id IN (SELECT value FROM json_each(?))';
  const of = (table: string): string =>
    `SELECT ${COLUMNS} FROM ${table} WHERE content = ? AND id > ? ${among}`;
  const find = connection.rows<HeldRow>(
    `${of('feature')} UNION ALL ${of('feature_history')} ORDER BY id LIMIT ?`,
  );
  const values = [content, after, ...(ids === undefined ? [] : [JSON.stringify(ids)])];
  return find.all(...values, ...values, limit).map(([id, version, createdAt, updatedAt, tags, body]) => ({
    id,
    version,
    createdAt,
    updatedAt,
    body,
    tags: parseStringList(tags),
  }));
}

/** Removes features from a held content. Returns whether it has others. */
export function takeHeld(writer: SqliteConnection, content: number, ids: readonly string[]): boolean {
  const list = JSON.stringify(ids);
  const rows = new FeatureRows(writer, content, []);
  const find = writer.rows<FeatureRow>(
    `SELECT ${factColumns} FROM json_each(?) AS taken CROSS JOIN feature AS f
     WHERE f.content = ? AND f.id = taken.value`,
  );
  for (const row of find.all(list, content)) rows.remove(storedRow(row));
  writer
    .prepare('DELETE FROM feature_history WHERE content = ? AND id IN (SELECT value FROM json_each(?))')
    .run(content, list);
  const left = writer.rows<[0 | 1]>(
    `SELECT EXISTS (SELECT 1 FROM feature WHERE content = ?)
       OR EXISTS (SELECT 1 FROM feature_history WHERE content = ?)`,
  );
  return left.get(content, content)?.[0] === 1;
}

const SETTLE = `INSERT INTO feature_history (content, ended, ${COLUMNS})
  SELECT content, version, ${COLUMNS} FROM feature WHERE number = ?`;

/**
 * Moves a feature of a held content out of the boxes and indexes, where searches of its former content would find it.
 */
export function settle(writer: SqliteConnection, rows: FeatureRows, row: FeatureRow): void {
  const stored = storedRow(row);
  writer.prepare(SETTLE).run(stored.number);
  rows.remove(stored);
}
