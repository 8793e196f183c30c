import { copyText, type FeatureCopy, type UncopiedFeature } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { COPIED_COLUMNS, featureOfRow } from './feature-rows.js';

/** Identifies a feature that may be large, in one version. */
type CopyKey = readonly [spaceKey: number, id: string, version: number];

const parseKey: (key: string) => CopyKey = JSON.parse;

/** The part in the only row of a feature that turned out to be small. */
const NOT_LARGE = -1;
/** The number of copies that are stored or deleted at once. */
const ROWS_AT_ONCE = 200;

const UNCOPIED = `SELECT space_key, feature.id, feature.version, body
  FROM feature JOIN feature_space ON key = space_key AND space_id IS NOT NULL
  WHERE octet_length(body) >= 30000 AND (space_key, feature.id) > ($1, $2)
    AND (space_key, feature.id, feature.version) NOT IN (
      SELECT (value ->> 0)::bigint, value ->> 1, (value ->> 2)::bigint FROM json_array_elements($3::json)
    ) AND NOT EXISTS (
    SELECT 1 FROM feature_copy AS copy
    WHERE copy.space_key = feature.space_key AND copy.id = feature.id AND copy.version = feature.version
  ) ORDER BY space_key, feature.id LIMIT 1`;

/** The first feature after the key that may be large and has no copies. */
export async function uncopiedFeature(
  connection: Connection,
  after: string | undefined,
  except: readonly string[] = [],
): Promise<UncopiedFeature | undefined> {
  const [behindSpace, behindId] = after === undefined ? [0, ''] : parseKey(after);
  const [row] = await connection.textRows(UNCOPIED, [behindSpace, behindId, `[${except.join()}]`]);
  if (row === undefined) return undefined;
  const [spaceKey, id, version, body] = row;
  const key: CopyKey = [Number(spaceKey), id ?? '', Number(version)];
  return { key: JSON.stringify(key), body: body ?? '' };
}

/** Replaces the copies of the feature, unless it has changed or is gone. */
export async function addFeatureCopies(
  connection: Connection,
  key: string,
  copies: readonly FeatureCopy[],
): Promise<void> {
  const [spaceKey, id, version] = parseKey(key);
  const found = await connection.textRows(
    'SELECT 1 FROM feature WHERE space_key = $1 AND id = $2 AND version = $3 FOR UPDATE',
    [spaceKey, id, version],
  );
  if (found.length === 0) return;
  await connection.query('DELETE FROM feature_copy WHERE space_key = $1 AND id = $2', [spaceKey, id]);
  const rows = copies.length > 0 ? copies : [{ part: NOT_LARGE, body: '' }];
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    await connection.query(
      `INSERT INTO feature_copy (space_key, id, version, part, body)
       SELECT $1, $2, $3, part, body FROM unnest($4::integer[], $5::text[]) AS copy (part, body)`,
      [spaceKey, id, version, some.map(({ part }) => part), some.map(({ body }) => body)],
    );
  }
}

/** The whole text of the copy with the highest of these parts that a feature has. */
export async function copiedText(
  connection: Connection,
  spaceKey: number,
  { id, parts }: { readonly id: string; readonly parts: readonly number[] },
): Promise<string | undefined> {
  const [row] = await connection.textRows(
    `SELECT part, ${COPIED_COLUMNS} FROM feature JOIN feature_copy AS copy USING (space_key, id, version)
     WHERE space_key = $1 AND id = $2 AND part = ANY ($3) ORDER BY part DESC LIMIT 1`,
    [spaceKey, id, parts],
  );
  if (row === undefined) return undefined;
  const [part, ...feature] = row;
  return copyText(featureOfRow(feature), Number(part));
}

/** Deletes some copies of features that have changed or are gone. */
export async function purgeCopies(connection: Connection): Promise<'more' | 'done'> {
  const stale = `SELECT copy.ctid FROM feature_copy AS copy LEFT JOIN feature USING (space_key, id, version)
    WHERE feature.id IS NULL LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature_copy WHERE ctid = ANY (ARRAY(${stale}))`;
  return (await connection.delete(gone)) === ROWS_AT_ONCE ? 'more' : 'done';
}
