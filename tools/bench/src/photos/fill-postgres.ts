import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { madePhotos } from './made-photos.js';
import { tables, type Row, type RowsOf } from './photo-rows.js';

const LINES_AT_ONCE = 1_000;

/** Fills tables by COPY, and makes other indexes than those of keys afterwards. The planner knows them afterwards, as it does once autovacuum has been there. Gives the owner. */
export async function fillPostgres(url: string, total: number): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const accounts = await client.query<{ readonly id: string }>('SELECT id FROM account LIMIT 1');
    const owner = accounts.rows[0]?.id ?? '';
    const catalog = 'INSERT INTO catalog (owner, image_count) VALUES ($1, 0) ON CONFLICT DO NOTHING';
    await client.query(catalog, [owner]);
    const indexes = await removedIndexes(client);
    for (const [table, rows] of tables) {
      const columns = Object.keys(firstOf(rows, owner)).join(', ');
      const copy = client.query(from(`COPY ${table} (${columns}) FROM STDIN`));
      await pipeline(Readable.from(linesOf(rows, owner, total)), copy);
    }
    for (const index of indexes) await client.query(index);
    await client.query('VACUUM ANALYZE');
    return owner;
  } finally {
    await client.end();
  }
}

/** The statements that make them again. */
async function removedIndexes(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ readonly removal: string; readonly sql: string }>(
    `SELECT 'DROP INDEX ' || quote_ident(indexname) AS removal, indexdef AS sql FROM pg_indexes
      WHERE schemaname = current_schema() AND tablename = ANY($1)
        AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [tables.map(([table]) => table)],
  );
  for (const { removal } of rows) await client.query(removal);
  return rows.map(({ sql }) => sql);
}

/** Among the first photos, some have rows in every table. */
function firstOf(rows: RowsOf, owner: string): Row {
  for (const photo of madePhotos(owner, { from: 0, count: LINES_AT_ONCE })) {
    const [row] = rows(photo);
    if (row !== undefined) return row;
  }
  throw new Error('No photo has such a row.');
}

function* linesOf(rows: RowsOf, owner: string, total: number): Generator<string, void> {
  let lines: string[] = [];
  for (const photo of madePhotos(owner, { from: 0, count: total })) {
    lines.push(...rows(photo).map((row) => `${Object.values(row).map(copied).join('\t')}\n`));
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

const copied = (value: string | number | null): string =>
  value === null ? String.raw`\N` : String(value).replaceAll('\\', String.raw`\\`);
