import type { StoredFeature } from '@cairn/spaces';
import { frequent } from '../../../sql/lookup.js';
import type { Connection } from '../../bulk/bulk-connection.js';
import type { TextRow } from '../../bulk/text-rows.js';

/** Columns of a feature. */
export const FEATURE_COLUMNS = 'id, version, created_at, updated_at, to_json(tags), body';

/** The same columns with the body of a copy; `copy` is the table `feature_copy`. */
export const COPIED_COLUMNS = 'id, version, created_at, updated_at, to_json(tags), copy.body';

/** Parses a row with one of these lists of columns. */
export function featureOfRow([id, version, createdAt, updatedAt, tags, body]: TextRow): StoredFeature {
  return {
    id: id ?? '',
    body: body ?? '',
    createdAt: Number(createdAt),
    updatedAt: Number(updatedAt),
    version: Number(version),
    tags: typeof tags === 'string' ? parseTags(tags) : [],
  };
}

const parseTags: (text: string) => readonly string[] = JSON.parse;

/**
 * The features of the ids `$2` that exist in the space `$1`. One row of nulls if there are none, no row if there is no
 * space.
 */
export const FIND = frequent(`SELECT found.* FROM space LEFT JOIN feature_space ON space_id = space.id
  LEFT JOIN LATERAL (
    SELECT ${FEATURE_COLUMNS} FROM feature WHERE space_key = key AND id = ANY($2::text[])
  ) AS found ON TRUE WHERE space.id = $1`);

/** The given features that exist, in any order. */
export async function featuresById(
  connection: Connection,
  spaceKey: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredFeature>> {
  const rows = await connection.textRows(
    `SELECT ${FEATURE_COLUMNS} FROM feature WHERE space_key = $1 AND id = ANY($2::text[])`,
    [spaceKey, ids],
  );
  return new Map(rows.map(featureOfRow).map((feature) => [feature.id, feature]));
}
