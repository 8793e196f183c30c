import { idHash, type FeaturePut } from '@cairn/spaces/spi';
import type { Statements } from '../../../sql/statements.js';
import { removeTermsOf } from '../indexes/feature-terms.js';
import { extentOf } from '../criteria/extent.js';

/** In UTF-16 code units. A larger statement would block the event loop for too long. */
const MAX_STATEMENT_LENGTH = 262_144;
const MAX_STATEMENT_ROWS = 1_000;

const COLUMNS = 'version, created_at, updated_at, id_hash, extent, id, tags, body';

/** One JSON value instead of an array per column, because the driver serializes it ten times as fast. */
const INSERT = `INSERT INTO feature (space_key, ${COLUMNS})
  SELECT $1, ${COLUMNS} FROM json_to_recordset($2) AS given (version bigint, created_at bigint, updated_at bigint,
    id_hash bigint, extent box, id text, tags text[], body text)`;

const REPLACE = ` ON CONFLICT (space_key, id) DO UPDATE SET version = excluded.version,
  created_at = excluded.created_at, updated_at = excluded.updated_at, extent = excluded.extent, tags = excluded.tags,
  body = excluded.body`;

const REMOVE = `WITH gone AS (DELETE FROM feature WHERE space_key = $1 AND id = ANY($2::text[]) RETURNING id)
  ${removeTermsOf('gone', '$1')}`;

/** Inserts and replaces features of a locked space. */
export async function putFeatures(
  statements: Statements,
  spaceKey: number,
  puts: readonly FeaturePut[],
): Promise<void> {
  let underWay: Promise<unknown> = Promise.resolve();
  for (const part of partsOf([...puts].sort(byId))) {
    const text = part.every(({ isNew }) => isNew) ? INSERT : INSERT + REPLACE;
    const rows = JSON.stringify(part.map((put) => rowOf(spaceKey, put)));
    await underWay; // the next rows are prepared while PostgreSQL stores these
    underWay = statements.query(text, [spaceKey, rows]);
  }
  await underWay;
}

/** Removes features of a locked space, and their index entries. */
export async function removeFeatures(
  statements: Statements,
  spaceKey: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await statements.query(REMOVE, [spaceKey, ids]);
}

/** Storing neighbours in the index of ids one after the other takes a third less time. */
const byId = (one: FeaturePut, other: FeaturePut): number => (one.feature.id < other.feature.id ? -1 : 1);

function* partsOf(puts: readonly FeaturePut[]): Generator<readonly FeaturePut[]> {
  let part: FeaturePut[] = [];
  let length = 0;
  for (const put of puts) {
    if (part.length === MAX_STATEMENT_ROWS || length >= MAX_STATEMENT_LENGTH) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(put);
    length += put.feature.body.length;
  }
  if (part.length > 0) yield part;
}

function rowOf(spaceKey: number, { feature, boxes }: FeaturePut): object {
  const { id, body, createdAt, updatedAt, version, tags } = feature;
  return {
    id,
    body,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    id_hash: idHash(id),
    extent: extentOf(spaceKey, boxes),
    tags: tags.length > 0 ? tags : null,
  };
}
