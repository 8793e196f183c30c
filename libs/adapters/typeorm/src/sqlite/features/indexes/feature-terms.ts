import type { MemberPath } from '@cairn/spaces';
import { termsOf } from '@cairn/spaces/spi';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';

/** An index over a member of the features of one content. */
export interface PropertyIndex {
  readonly key: number;
  readonly path: MemberPath;
}

type IndexRow = readonly [key: number, path: string];

const parsePath: (json: string) => MemberPath = JSON.parse;

/** The indexes of a content that are in one of these states. */
export function indexesOf(
  connection: SqliteConnection,
  content: number,
  ...states: readonly ('building' | 'ready')[]
): readonly PropertyIndex[] {
  const list = states.map((state) => `'${state}'`).join(', ');
  const rows = connection.rows<IndexRow>(
    `SELECT key, path FROM property_index WHERE content = ? AND state IN (${list}) ORDER BY key`,
  );
  return rows.all(content).map(([key, path]) => ({ key, path: parsePath(path) }));
}

/** The members with an index that searches use. A content that nothing was written to has none. */
export const readyPaths = (
  connection: SqliteConnection,
  content: number | undefined,
): readonly MemberPath[] =>
  content === undefined ? [] : indexesOf(connection, content, 'ready').map(({ path }) => path);

/** Creates the indexes that a space asks for, for its new content without features. */
export function addIndexes(writer: SqliteConnection, content: number, paths: readonly MemberPath[]): void {
  const add = writer.prepare(`INSERT INTO property_index (content, path, state) VALUES (?, ?, 'ready')`);
  for (const path of paths) add.run(content, JSON.stringify(path));
}

/** Removes the indexes of a content. Their terms are removed with its features. */
export function removeIndexes(writer: SqliteConnection, content: number): void {
  writer.prepare('DELETE FROM property_index WHERE content = ?').run(content);
}

/** Writes the terms of features to indexes. */
export class FeatureTerms {
  private readonly paths: readonly MemberPath[];
  private readonly insert;
  private readonly delete;

  constructor(
    writer: SqliteConnection,
    private readonly indexes: readonly PropertyIndex[],
  ) {
    this.paths = indexes.map(({ path }) => path);
    this.insert = writer.prepare(
      'INSERT OR IGNORE INTO feature_term (index_key, term, number) VALUES (?, ?, ?)',
    );
    this.delete = writer.prepare('DELETE FROM feature_term WHERE number = ?');
  }

  add(number: number, body: string): void {
    if (this.indexes.length === 0) return;
    const terms = termsOf(body, this.paths);
    for (const [place, { key }] of this.indexes.entries()) {
      const term = terms[place];
      if (term !== undefined) this.insert.run(key, term, number);
    }
  }

  replace(number: number, body: string): void {
    if (this.indexes.length === 0) return;
    this.remove(number);
    this.add(number, body);
  }

  /** Removes the terms of a feature from every index, of any content. */
  remove(number: number): void {
    this.delete.run(number);
  }
}
