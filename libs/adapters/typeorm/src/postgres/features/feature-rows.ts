import type { StoredFeature } from '@cairn/spaces';
import { frequent } from '../../sql/lookup.js';
import type { Connection } from '../bulk/connection.js';
import type { TextRow } from '../bulk/text-rows.js';

/** Columns of a feature. */
export const FEATURE_COLUMNS = 'id, version, created_at, updated_at, to_json(tags), body';

/** The same with the body of a copy, of the table `feature_copy` as `copy`. */
export const COPIED_COLUMNS = 'id, version, created_at, updated_at, to_json(tags), copy.body';

/** The feature of a row of one of them. */
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

/** Those of the ids `$2` that exist in the space `$1`; a row of nulls where none does, and no row without the space. */
export const FIND = frequent(`SELECT found.* FROM space LEFT JOIN feature_space ON space_id = space.id
  LEFT JOIN LATERAL (
    SELECT ${FEATURE_COLUMNS} FROM feature WHERE space_key = key AND id = ANY($2::text[])
  ) AS found ON TRUE WHERE space.id = $1`);

/** Those of the features that exist, in no order. */
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
