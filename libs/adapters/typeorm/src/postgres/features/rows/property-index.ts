import type { MemberPath } from '@cairn/spaces';
import type { Statements } from '../../../sql/statements.js';
import type { Connection } from '../../bulk/bulk-connection.js';

/** An index over a member of the features of one space. */
export interface PropertyIndex {
  readonly key: number;
  readonly path: MemberPath;
}

const parsePath: (json: string) => MemberPath = JSON.parse;

/** Parses a row with a key and a path. */
export const indexOfRow = ([key, path]: readonly (string | null)[]): PropertyIndex => ({
  key: Number(key),
  path: parsePath(path ?? '[]'),
});

/** The indexes that searches of a space may use. */
export async function readyIndexes(
  connection: Connection,
  spaceKey: number,
): Promise<readonly PropertyIndex[]> {
  const rows = await connection.textRows(
    `SELECT key, path FROM property_index WHERE content = $1 AND state = 'ready'`,
    [spaceKey],
  );
  return rows.map(indexOfRow);
}

/** Creates the indexes of these paths for a space without features. */
export async function addIndexes(
  statements: Statements,
  spaceKey: number,
  paths: readonly MemberPath[],
): Promise<void> {
  if (paths.length === 0) return;
  await statements.query(
    `INSERT INTO property_index (content, path, state) SELECT $1, unnest($2::text[]), 'ready'`,
    [spaceKey, paths.map((path) => JSON.stringify(path))],
  );
}
