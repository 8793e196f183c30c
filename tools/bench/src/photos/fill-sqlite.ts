import Sqlite, { type Database } from 'sqlite-driver';
import { madePhotos } from './made-photos.js';
import { tables, type Row } from './photo-rows.js';

/** All of what a million photos need at once. */
const CACHE_KIB = 2_000_000;
/** The only one whose rows are not kept in the order of a key. */
const UNORDERED = 'image';

type Insert = (row: Row) => void;

/** Fills tables that are kept by a key in the order of that key, and makes other indexes afterwards. Gives the owner. */
export async function fillSqlite(file: string, total: number): Promise<string> {
  const database = new Sqlite(file);
  try {
    for (const setting of ['journal_mode = DELETE', 'synchronous = OFF', 'foreign_keys = OFF'])
      database.pragma(setting);
    database.pragma(`cache_size = -${CACHE_KIB}`);
    const owner = database.prepare<[], string>('SELECT id FROM account LIMIT 1').pluck().get() ?? '';
    database.exec('BEGIN');
    database.prepare('INSERT OR IGNORE INTO catalog (owner, image_count) VALUES (?, 0)').run(owner);
    const indexes = removedIndexes(database);
    insertAll(database, owner, total);
    for (const sql of indexes) database.exec(sql);
    database.exec('COMMIT');
    database.pragma('journal_mode = WAL');
    return owner;
  } finally {
    database.close();
  }
}

/** The statements that make them again. */
function removedIndexes(database: Database): readonly string[] {
  const find = database.prepare<[string], { readonly name: string; readonly sql: string }>(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL`,
  );
  const indexes = tables.flatMap(([table]) => find.all(table));
  for (const { name } of indexes) database.exec(`DROP INDEX ${name}`);
  return indexes.map(({ sql }) => sql);
}

function insertAll(database: Database, owner: string, total: number): void {
  const inserts = new Map<string, Insert>();
  for (const photo of madePhotos(owner, { from: 0, count: total }))
    for (const [table, rows] of tables)
      for (const row of rows(photo)) {
        const insert = inserts.get(table) ?? insertInto(database, table, row);
        inserts.set(table, insert);
        insert(row);
      }
  const keyOf = database
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
    .pluck();
  for (const table of inserts.keys())
    if (table !== UNORDERED)
      database.exec(`INSERT INTO ${table} SELECT * FROM new_${table} ORDER BY ${keyOf.all(table).join(', ')};
        DROP TABLE new_${table}`);
}

/** Inserts rows like this one into a table, or into one for what will be sorted. */
function insertInto(database: Database, table: string, row: Row): Insert {
  const target = table === UNORDERED ? table : `new_${table}`;
  if (target !== table) database.exec(`CREATE TEMP TABLE ${target} AS SELECT * FROM ${table} LIMIT 0`);
  const names = Object.keys(row);
  const insert = database.prepare<[Row]>(
    `INSERT INTO ${target} (${names.join(', ')}) VALUES (${names.map((name) => `@${name}`).join(', ')})`,
  );
  return (values) => void insert.run(values);
}
