import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkPostgres, checkSqlite } from '@cairn/adapter-typeorm';
import { madePhotos } from './made-photos.js';
import { rowsOf, type Row } from './photo-rows.js';

const tables = Object.entries<(typeof rowsOf)[keyof typeof rowsOf]>(rowsOf);
const CACHE_KIB = 2_000_000;
const LINES_AT_ONCE = 1_000;

/** Where the tables of Cairn are: a file of SQLite, or an address of PostgreSQL. */
export interface Filled {
  readonly file: string;
  readonly url: string | undefined;
}

/**
 * Puts so many photos into the tables of the first account, which nobody uses meanwhile. In bulk: one by one, through the
 * catalog, a million would take most of an hour. Gives the owner.
 * @throws {Error} if `isChecked` and a rule of `cairn fsck` is broken: then these rows are not those that Cairn would write.
 */
export async function fillTables(filled: Filled, total: number, isChecked: boolean): Promise<string> {
  const { file, url } = filled;
  const owner = url === undefined ? await fillSqlite(file, total) : await fillPostgres(url, total);
  const checkup = url === undefined ? await checkSqlite(file, 'repair') : await checkPostgres({ url });
  try {
    for (const [check, remedy] of [
      ['quota', 'count again'],
      ['image-counts', 'count again'],
    ] as const)
      await checkup.repair({ check, subject: owner, problem: 'filled in bulk', remedy });
    if (isChecked)
      for await (const { check, subject, problem } of checkup.find())
        throw new Error(`These are not the tables of Cairn: ${check}, ${subject}, ${problem}.`);
  } finally {
    await checkup.close();
  }
  return owner;
}

/** Indexes are built afterwards, and tables in the order of their keys are filled in that order. */
async function fillSqlite(file: string, total: number): Promise<string> {
  const { default: Database } = await import('sqlite-driver');
  const database = new Database(file);
  try {
    for (const setting of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF'])
      database.pragma(setting);
    database.pragma(`cache_size = -${CACHE_KIB}`);
    const owner = database.prepare<[], string>('SELECT id FROM account LIMIT 1').pluck().get() ?? '';
    const find = database.prepare<[string], { readonly name: string; readonly sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
    );
    const indexes = tables.flatMap(([name]) => find.all(name));
    database.exec('BEGIN');
    for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
    database.prepare('INSERT OR IGNORE INTO catalog (owner, image_count) VALUES (?, 0)').run(owner);
    const inserts = new Map<string, (row: Row) => void>();
    const insertInto = (table: string, row: Row): ((row: Row) => void) => {
      const names = Object.keys(row);
      if (table !== 'image') database.exec(`CREATE TEMP TABLE new_${table} AS SELECT * FROM ${table} LIMIT 0`);
      const insert = database.prepare<[Row]>(
        `INSERT INTO ${table === 'image' ? table : `new_${table}`} (${names.join(', ')})
         VALUES (${names.map((name) => `@${name}`).join(', ')})`,
      );
      return (values) => void insert.run(values);
    };
    for (const photo of madePhotos(owner, { from: 0, count: total }))
      for (const [table, rows] of tables)
        for (const row of rows(photo)) {
          const insert = inserts.get(table) ?? insertInto(table, row);
          inserts.set(table, insert);
          insert(row);
        }
    const keyOf = database
      .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .pluck();
    for (const table of inserts.keys())
      if (table !== 'image')
        database.exec(`INSERT INTO ${table} SELECT * FROM new_${table} ORDER BY ${keyOf.all(table).join(', ')};
          DROP TABLE new_${table}`);
    for (const { sql } of indexes) database.exec(sql);
    database.exec('COMMIT');
    database.pragma('journal_mode = WAL');
    return owner;
  } finally {
    database.close();
  }
}

/** By COPY. The planner knows the tables afterwards, as it does once they were vacuumed by themselves. */
async function fillPostgres(url: string, total: number): Promise<string> {
  const [{ Client }, { from }] = [await import('pg'), await import('pg-copy-streams')];
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const accounts = await client.query<{ readonly id: string }>('SELECT id FROM account LIMIT 1');
    const owner = accounts.rows[0]?.id ?? '';
    const catalog = 'INSERT INTO catalog (owner, image_count) VALUES ($1, 0) ON CONFLICT DO NOTHING';
    await client.query(catalog, [owner]);
    for (const [table, rows] of tables) {
      const [first] = firstOf(rows, owner);
      if (first === undefined) continue;
      const copy = from(`COPY ${table} (${Object.keys(first).join(', ')}) FROM STDIN`);
      await pipeline(Readable.from(copyLines(rows, owner, total)), client.query(copy));
    }
    await client.query('VACUUM ANALYZE');
    return owner;
  } finally {
    await client.end();
  }
}

type Rows = (typeof rowsOf)[keyof typeof rowsOf];

/** Some photo among the first has such a row. */
function firstOf(rows: Rows, owner: string): readonly Row[] {
  for (const photo of madePhotos(owner, { from: 0, count: LINES_AT_ONCE })) {
    const found: readonly Row[] = rows(photo);
    if (found.length > 0) return found;
  }
  return [];
}

function* copyLines(rows: Rows, owner: string, total: number): Generator<string, void> {
  let lines: string[] = [];
  for (const photo of madePhotos(owner, { from: 0, count: total })) {
    const found: readonly Row[] = rows(photo);
    lines.push(...found.map((row) => `${Object.values(row).map(copied).join('\t')}\n`));
    if (lines.length < LINES_AT_ONCE) continue;
    yield lines.join('');
    lines = [];
  }
  yield lines.join('');
}

const copied = (value: string | number | null): string =>
  value === null ? String.raw`\N` : String(value).replaceAll('\\', String.raw`\\`);
