import type { ContentHead, EndedFeature, FormerFeature } from '@cairn/spaces/spi';
import type { Connection } from '../bulk/connection.js';
import { FEATURE_COLUMNS, featureOfRow } from './feature-rows.js';

/** A write forgets so many more than it adds, so that what a large one has left goes little by little. */
const FORGOTTEN_BESIDE = 100;

const FIND = `SELECT ${FEATURE_COLUMNS}, ended FROM unnest($2::text[], $3::bigint[]) AS wanted (wanted_id, at)
  JOIN feature_history ON space_key = $1 AND id = wanted_id AND version <= at AND ended > at`;

/** The features that were there. */
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

/** A statement that keeps the features of a table as they were until the version `ended`. */
export const keepFrom = (table: string, ended: string): string =>
  `INSERT INTO feature_history (${KEPT_COLUMNS}, ended) SELECT ${KEPT_COLUMNS}, ${ended} FROM ${table}`;

const KEEP = `${keepFrom('feature', '$3')} WHERE space_key = $1 AND id = ANY($2::text[])`;

/** Keeps features of a locked space as they were until that version, before they are replaced or removed. */
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

/** Forgets what no kept version has, after so many were added. */
export async function forgetFeatures(
  connection: Connection,
  spaceKey: number,
  { head, added }: { readonly head: ContentHead; readonly added: number },
): Promise<void> {
  await connection.query(FORGET, [spaceKey, head.oldestVersion, added + FORGOTTEN_BESIDE]);
}
