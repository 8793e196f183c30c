import type { StoredFeature } from '@cairn/spaces';
import { frequent } from '../../sql/lookup.js';
import type { Connection } from '../bulk/connection.js';
import type { TextRow } from '../bulk/text-rows.js';

/** Longer bodies are read one by one, so that many rows together take little memory. */
const MAX_SHARED_BODY = 8_192;

const MEMBERS = 'id, version, created_at, updated_at, to_json(tags)';

/** Columns of a feature. */
export const FEATURE_COLUMNS = `${MEMBERS}, body`;

/** The same, but null in place of a long body. */
export const SHARED_COLUMNS = `${MEMBERS}, CASE WHEN octet_length(body) <= ${MAX_SHARED_BODY} THEN body END`;

export const COLUMN_COUNT = 6;

/** The feature of a row of `FEATURE_COLUMNS`. */
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

/** Whether the body of a row of `SHARED_COLUMNS` has to be read by itself. */
export const isLong = (row: TextRow): boolean => row[COLUMN_COUNT - 1] === null;

export async function readLong(
  connection: Connection,
  spaceKey: number,
  id: string | null | undefined,
): Promise<StoredFeature> {
  const [row = []] = await connection.textRows(
    `SELECT ${FEATURE_COLUMNS} FROM feature WHERE space_key = $1 AND id = $2`,
    [spaceKey, id],
  );
  return featureOfRow(row);
}

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
