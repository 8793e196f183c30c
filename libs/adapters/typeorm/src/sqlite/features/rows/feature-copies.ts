import { copyText, type FeatureCopy, type UncopiedFeature } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';
import { copiedColumns, featureOf, type FeatureRow } from './feature-row.js';

/** Identifies a feature that may be large, in one version, with its place in the table. */
type CopyKey = readonly [number: number, content: number, id: string, version: number];

const parseKey: (key: string) => CopyKey = JSON.parse;

/** The part in the only row of a feature that turned out to be small. */
const NOT_LARGE = -1;

const UNCOPIED = `
  SELECT f.number, f.content, f.id, f.version, f.body
  FROM feature AS f INDEXED BY feature_large CROSS JOIN space_content AS content ON content.key = f.content
  WHERE octet_length(f.body) >= 30000 AND f.number > ? AND content.space_id IS NOT NULL
  AND (f.number, f.version) NOT IN (SELECT value ->> 0, value ->> 3 FROM json_each(?)) AND NOT EXISTS (
    SELECT 1 FROM feature_copy AS copy
    WHERE copy.content = f.content AND copy.id = f.id AND copy.version = f.version
  ) ORDER BY f.number LIMIT 1`;

/** The first feature after the key that may be large and has no copies. */
export function uncopiedFeature(
  connection: SqliteConnection,
  after: string | undefined,
  except: readonly string[] = [],
): UncopiedFeature | undefined {
  const [behind] = after === undefined ? [0] : parseKey(after);
  const row = connection
    .rows<readonly [...CopyKey, body: string]>(UNCOPIED)
    .get(behind, `[${except.join()}]`);
  if (row === undefined) return undefined;
  const [number, content, id, version, body] = row;
  return { key: JSON.stringify([number, content, id, version] satisfies CopyKey), body };
}

/** Replaces the copies of the feature, unless it has changed or is gone. */
export function addFeatureCopies(
  writer: SqliteConnection,
  key: string,
  copies: readonly FeatureCopy[],
): void {
  const [number, content, id, version] = parseKey(key);
  const find = writer.rows<[number]>(
    'SELECT 1 FROM feature WHERE number = ? AND content = ? AND id = ? AND version = ?',
  );
  if (find.get(number, content, id, version) === undefined) return;
  writer.prepare(REMOVE_COPIES).run(content, id);
  const insert = writer.prepare(
    'INSERT INTO feature_copy (content, id, version, part, body) VALUES (?, ?, ?, ?, ?)',
  );
  for (const { part, body } of copies) insert.run(content, id, version, part, body);
  if (copies.length === 0) insert.run(content, id, version, NOT_LARGE, '');
}

/** Parameters: the content and the id of a feature that changes or is removed. */
export const REMOVE_COPIES = 'DELETE FROM feature_copy WHERE content = ? AND id = ?';

const FIND = `
  SELECT copy.part, ${copiedColumns} FROM feature AS f
  JOIN feature_copy AS copy ON copy.content = f.content AND copy.id = f.id AND copy.version = f.version
  WHERE f.number = ? AND copy.part IN (SELECT value FROM json_each(?)) ORDER BY copy.part DESC LIMIT 1`;

/** The whole text of the first of these copies that a feature has. */
export function copiedText(
  connection: SqliteConnection,
  number: number,
  parts: readonly number[],
): string | undefined {
  const found = connection.rows<readonly [part: number, ...FeatureRow]>(FIND);
  const row = found.get(number, JSON.stringify(parts));
  if (row === undefined) return undefined;
  const [part, ...columns] = row;
  return copyText(featureOf(columns), part);
}
