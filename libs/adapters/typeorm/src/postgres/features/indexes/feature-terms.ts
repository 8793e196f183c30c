import { type IndexTerm, MAX_TERM_LENGTH, termOf } from '@cairn/spaces/spi';
import type { Connection } from '../../bulk/bulk-connection.js';
import type { TextRow } from '../../bulk/text-rows.js';
import type { Bind } from '../criteria/condition.js';
import type { PropertyIndex } from '../rows/property-index.js';

const IDS_AT_ONCE = 1_000;

/** Updates the indexes of a locked space after features were written. */
export async function changeTerms(
  connection: Connection,
  { spaceKey, indexes }: { readonly spaceKey: number; readonly indexes: readonly PropertyIndex[] },
  put: readonly string[],
): Promise<void> {
  if (indexes.length === 0) return;
  for (let start = 0; start < put.length; start += IDS_AT_ONCE) {
    const ids = put.slice(start, start + IDS_AT_ONCE);
    await indexWhere(
      connection,
      indexes,
      (bind) => `space_key = ${bind(spaceKey)} AND id = ANY(${bind(ids)}::text[])`,
    );
  }
}

/** A statement that removes the index entries of the features whose ids are in `gone`. */
export const removeTermsOf = (gone: string, spaceKey: string): string =>
  `DELETE FROM feature_term USING property_index, ${gone}
   WHERE content = ${spaceKey} AND index_key = property_index.key AND feature_term.id = ${gone}.id`;

/** Indexes the features that meet a condition, and returns their ids. PostgreSQL reads their texts, however long. */
export async function indexWhere(
  connection: Connection,
  indexes: readonly PropertyIndex[],
  condition: (bind: Bind) => string,
): Promise<readonly string[]> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const members = indexes.map(
    ({ path }, place) =>
      `(body || '}}}')::json${path.map((name) => ` -> ${bind(name)}::text`).join('')} AS m${place}`,
  );
  const columns = indexes.map((_, place) => `json_typeof(m${place}), ${valueOf(`m${place}`)}`);
  const rows = await connection.textRows(
    `SELECT id, ${columns.join(', ')} FROM feature, LATERAL (SELECT ${members.join(', ')}) AS members
     WHERE ${condition(bind)}`,
    values,
  );
  await storeTerms(connection, indexes, rows);
  return rows.map(([id]) => id ?? '');
}

/** Numbers as they are written; of a text the part that is in its term. */
const valueOf = (member: string): string =>
  `CASE json_typeof(${member}) WHEN 'string' THEN left(${member} #>> '{}', ${MAX_TERM_LENGTH})
     WHEN 'number' THEN ${member} #>> '{}' WHEN 'boolean' THEN ${member} #>> '{}' END`;

async function storeTerms(
  connection: Connection,
  indexes: readonly PropertyIndex[],
  rows: readonly TextRow[],
): Promise<void> {
  const present: object[] = [];
  for (const [place, { key }] of indexes.entries()) {
    const absent: string[] = [];
    for (const row of rows) {
      const [id] = row;
      const term = termOfColumns(row[1 + 2 * place], row[2 + 2 * place]);
      if (term === undefined) absent.push(id ?? '');
      else present.push({ index_key: key, id, term });
    }
    if (absent.length > 0)
      await connection.query('DELETE FROM feature_term WHERE index_key = $1 AND id = ANY($2::text[])', [
        key,
        absent,
      ]);
  }
  await connection.query(
    `INSERT INTO feature_term (index_key, id, term)
     SELECT index_key, id, term FROM json_to_recordset($1) AS given (index_key bigint, id text, term text)
     ON CONFLICT (index_key, id) DO UPDATE SET term = excluded.term WHERE feature_term.term <> excluded.term`,
    [JSON.stringify(present)],
  );
}

function termOfColumns(type: string | null = null, value: string | null = null): IndexTerm | undefined {
  switch (type) {
    case null:
    case 'null':
      return undefined;
    case 'string':
      return termOf(value ?? '');
    case 'number':
      return termOf(Number(value));
    case 'boolean':
      return termOf(value === 'true');
    default:
      return termOf([]);
  }
}
