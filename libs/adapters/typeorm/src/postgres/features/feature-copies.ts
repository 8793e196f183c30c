import { copyText, type FeatureCopy, type UncopiedFeature } from '@cairn/spaces';
import type { Connection } from '../bulk/connection.js';
import { COPIED_COLUMNS, featureOfRow } from './feature-rows.js';

/** Of a feature that may be large: what tells it from all others, also from later ones. */
type CopyKey = readonly [spaceKey: number, id: string, version: number];

const parseKey: (key: string) => CopyKey = JSON.parse;

/** The zoom in the only row of a feature that turned out not to be large. */
const NOT_LARGE = -1;
/** Copies of what is gone that are deleted at once. */
const ROWS_AT_ONCE = 200;

const UNCOPIED = `SELECT space_key, feature.id, feature.version, body
  FROM feature JOIN feature_space ON key = space_key AND space_id IS NOT NULL
  WHERE octet_length(body) >= 30000 AND (space_key, feature.id) > ($1, $2) AND NOT EXISTS (
    SELECT 1 FROM feature_copy AS copy
    WHERE copy.space_key = feature.space_key AND copy.id = feature.id AND copy.version = feature.version
  ) ORDER BY space_key, feature.id LIMIT 1`;

/** The first feature behind the key that may be large and has no copies. */
export async function uncopiedFeature(
  connection: Connection,
  after: string | undefined,
): Promise<UncopiedFeature | undefined> {
  const [behindSpace, behindId] = after === undefined ? [0, ''] : parseKey(after);
  const [row] = await connection.textRows(UNCOPIED, [behindSpace, behindId]);
  if (row === undefined) return undefined;
  const [spaceKey, id, version, body] = row;
  const key: CopyKey = [Number(spaceKey), id ?? '', Number(version)];
  return { key: JSON.stringify(key), body: body ?? '' };
}

/** Puts the copies in the place of all others of the feature, unless it has changed or gone. */
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
  for (const { zoom, body } of copies.length > 0 ? copies : [{ zoom: NOT_LARGE, body: '' }])
    await connection.query(
      'INSERT INTO feature_copy (space_key, id, version, zoom, body) VALUES ($1, $2, $3, $4, $5)',
      [spaceKey, id, version, zoom, body],
    );
}

/** The whole text of a feature's copy, if it has one. */
export async function copiedText(
  connection: Connection,
  spaceKey: number,
  { id, zoom }: { readonly id: string; readonly zoom: number },
): Promise<string | undefined> {
  const [row] = await connection.textRows(
    `SELECT ${COPIED_COLUMNS} FROM feature JOIN feature_copy AS copy USING (space_key, id, version)
     WHERE space_key = $1 AND id = $2 AND zoom = $3`,
    [spaceKey, id, zoom],
  );
  return row && copyText(featureOfRow(row), zoom);
}

/** Deletes some copies of features that have changed or gone. */
export async function purgeCopies(connection: Connection): Promise<'more' | 'done'> {
  const stale = `SELECT copy.ctid FROM feature_copy AS copy LEFT JOIN feature USING (space_key, id, version)
    WHERE feature.id IS NULL LIMIT ${ROWS_AT_ONCE}`;
  const gone = `DELETE FROM feature_copy WHERE ctid = ANY (ARRAY(${stale})) RETURNING 1`;
  const [row] = await connection.textRows(`WITH gone AS (${gone}) SELECT count(*) FROM gone`);
  return Number(row?.[0]) === ROWS_AT_ONCE ? 'more' : 'done';
}
