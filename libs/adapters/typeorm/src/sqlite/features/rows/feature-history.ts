import type { StoredFeature } from '@cairn/spaces';
import type { ContentHead, EndedFeature, FormerFeature } from '@cairn/spaces/spi';
import { parseStringList } from '../../../sql/table.js';
import type { SqliteConnection } from '../../connection/sqlite-connection.js';

/** Each write forgets this many more than it adds, so that the history of a large write goes away in small steps. */
const FORGOTTEN_BESIDE = 100;

type HistoryRow = readonly [
  id: string,
  version: number,
  ended: number,
  createdAt: number,
  updatedAt: number,
  tags: string,
  body: string,
];

const FIND = `
  SELECT id, version, ended, created_at, updated_at, tags, body FROM feature_history
  WHERE content = ? AND id = ? AND version <= ? AND ended > ?`;

/** Features as they were at former versions. */
export function formerFeaturesOf(
  connection: SqliteConnection,
  content: number,
  wanted: readonly FormerFeature[],
): readonly EndedFeature[] {
  const find = connection.rows<HistoryRow>(FIND);
  return wanted.flatMap(({ id, version }) => find.all(content, id, version, version).map(endedFeature));
}

function endedFeature([id, version, ended, createdAt, updatedAt, tags, body]: HistoryRow): EndedFeature {
  return { feature: { id, version, createdAt, updatedAt, body, tags: parseStringList(tags) }, ended };
}

const KEEP = `
  INSERT INTO feature_history (content, ended, id, version, created_at, updated_at, tags, body)`;

/** Stores features in the history, as they were until the version of the head. */
export function keepFeatures(
  writer: SqliteConnection,
  content: number,
  { ended, head }: { readonly ended: readonly StoredFeature[]; readonly head: ContentHead },
): void {
  const keep = writer.prepare(`${KEEP} VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const { id, version, createdAt, updatedAt, tags, body } of ended)
    keep.run(content, head.version, id, version, createdAt, updatedAt, JSON.stringify(tags), body);
  forget(writer, content, { head, added: ended.length });
}

/** Stores all features of a content in the history, when it is left for another one. */
export function keepContent(
  writer: SqliteConnection,
  content: number,
  { left, head }: { readonly left: number; readonly head: ContentHead },
): void {
  const added = writer
    .prepare(
      `${KEEP} SELECT ?, ?, id, version, created_at, updated_at, tags, body FROM feature WHERE content = ?`,
    )
    .run(content, head.version, left).changes;
  forget(writer, content, { head, added });
}

const FORGET = `
  DELETE FROM feature_history WHERE number IN (
    SELECT number FROM feature_history WHERE content = ? AND ended <= ? ORDER BY ended LIMIT ?
  )`;

function forget(
  writer: SqliteConnection,
  content: number,
  { head, added }: { readonly head: ContentHead; readonly added: number },
): void {
  writer.prepare(FORGET).run(content, head.oldestVersion, added + FORGOTTEN_BESIDE);
}

/** Removes at most `most` features of a content that is gone from the history. Returns how many. */
export function forgetContent(writer: SqliteConnection, content: number, most: number): number {
  const remove = writer.prepare(
    'DELETE FROM feature_history WHERE number IN (SELECT number FROM feature_history WHERE content = ? LIMIT ?)',
  );
  return remove.run(content, most).changes;
}
