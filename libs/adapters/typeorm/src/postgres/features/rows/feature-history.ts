import type { ContentHead, EndedFeature, FormerFeature } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { FEATURE_COLUMNS, featureOfRow } from './feature-rows.js';

/** Each write forgets this many more than it adds, so that the history of a large write goes away in small steps. */
const FORGOTTEN_BESIDE = 100;

const FIND = `SELECT ${FEATURE_COLUMNS}, ended FROM unnest($2::text[], $3::bigint[]) AS wanted (wanted_id, at)
  JOIN feature_history ON space_key = $1 AND id = wanted_id AND version <= at AND ended > at`;

/** Features as they were at former versions. */
export async function formerFeaturesOf(
  connection: Connection,
  spaceKey: number,
  wanted: readonly FormerFeature[],
): Promise<readonly EndedFeature[]> {
  if (wanted.length === 0) return [];
  const values = [spaceKey, wanted.map(({ id }) => id), wanted.map(({ version }) => version)];
  const rows = await connection.textRows(FIND, values);
  return rows.map((row) => ({ feature: featureOfRow(row), ended: Number(row.at(-1)) }));
}

/** Columns of `feature` that `keepFrom` needs. */
export const KEPT_COLUMNS = 'space_key, id, version, created_at, updated_at, tags, body';

/** A statement that stores the features of a table in the history. `ended` is the version that ended them. */
export const keepFrom = (table: string, ended: string): string =>
  `INSERT INTO feature_history (${KEPT_COLUMNS}, ended) SELECT ${KEPT_COLUMNS}, ${ended} FROM ${table}`;

const KEEP = `${keepFrom('feature', '$3')} WHERE space_key = $1 AND id = ANY($2::text[])`;

/** Stores features of a locked space in the history, before that version replaces or removes them. */
export async function keepFeatures(
  connection: Connection,
  spaceKey: number,
  { ids, version }: { readonly ids: readonly string[]; readonly version: number },
): Promise<void> {
  if (ids.length === 0) return;
  await connection.query(KEEP, [spaceKey, ids, version]);
}

const FORGET = `DELETE FROM feature_history WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM feature_history WHERE space_key = $1 AND ended <= $2 ORDER BY ended LIMIT $3
  ))`;

/** Removes what no kept version needs from the history, after `added` features were added to it. */
export async function forgetFeatures(
  connection: Connection,
  spaceKey: number,
  { head, added }: { readonly head: ContentHead; readonly added: number },
): Promise<void> {
  await connection.query(FORGET, [spaceKey, head.oldestVersion, added + FORGOTTEN_BESIDE]);
}
