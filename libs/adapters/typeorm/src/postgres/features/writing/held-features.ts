import { EMPTY_HEAD, type StoredFeature } from '@cairn/spaces';
import type { FeatureRestoration } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import { FEATURE_COLUMNS, featureOfRow } from '../rows/feature-rows.js';
import { removeFeatures } from './put-features.js';

// Held features are rows of `feature` where the whole content left its space, else of `feature_history`.

/** Creates a content for features to be held. */
export async function addHeldContent(connection: Connection): Promise<number> {
  return await connection.number('INSERT INTO feature_space (summary, held) VALUES ($1, 1) RETURNING key', [
    JSON.stringify(EMPTY_HEAD.summary),
  ]);
}

export async function removeContent(connection: Connection, key: number): Promise<void> {
  await connection.query('DELETE FROM feature_space WHERE key = $1', [key]);
}

const COLUMNS = 'id, version, created_at, updated_at, tags, body';

/** A statement that stores the features of a table in a held content. */
export const holdFrom = (table: string, held: string): string =>
  `INSERT INTO feature_history (space_key, ended, ${COLUMNS}) SELECT ${held}, version, ${COLUMNS} FROM ${table}`;

const KEEP = `${holdFrom('feature', '$3')} WHERE space_key = $1 AND id = ANY($2::text[])`;

/** Stores features of a locked space in a held content, before they are removed. */
export async function keepHeld(
  connection: Connection,
  spaceKey: number,
  { ids, lost }: { readonly ids: readonly string[]; readonly lost: number },
): Promise<void> {
  await connection.query(KEEP, [spaceKey, ids, lost]);
}

/** Some features of a held content, by ascending id. */
export async function findHeld(
  connection: Connection,
  content: number,
  { ids, after = '', limit }: FeatureRestoration,
): Promise<readonly StoredFeature[]> {
  const among = ids === undefined ? '' : 'AND id = ANY($4::text[])';
  const of = (table: string): string =>
    `(SELECT ${FEATURE_COLUMNS} FROM ${table} WHERE space_key = $1 AND id > $2 ${among} ORDER BY id LIMIT $3)`;
  const rows = await connection.textRows(
    `${of('feature')} UNION ALL ${of('feature_history')} ORDER BY id LIMIT $3`,
    [content, after, limit, ...(ids === undefined ? [] : [ids])],
  );
  return rows.map(featureOfRow);
}

/** Removes features from a held content. Returns whether it has others. */
export async function takeHeld(
  connection: Connection,
  content: number,
  ids: readonly string[],
): Promise<boolean> {
  await removeFeatures(connection, content, ids);
  await connection.query('DELETE FROM feature_history WHERE space_key = $1 AND id = ANY($2::text[])', [
    content,
    ids,
  ]);
  const left = await connection.textRows(
    `SELECT 1 WHERE EXISTS (SELECT 1 FROM feature WHERE space_key = $1)
       OR EXISTS (SELECT 1 FROM feature_history WHERE space_key = $1)`,
    [content],
  );
  return left.length > 0;
}
