/** A table with the same durability as Cairn's. The first column is the key. */
export interface Rows {
  insert(values: readonly unknown[]): Promise<void>;
  find(key: string): Promise<unknown>;
}

/** Creates a table in CAIRN_DATABASE_URL, or in a SQLite file in `folder` if the variable is not set. */
export async function openRows(folder: string, columns: readonly string[]): Promise<Rows> {
  // Imported on demand: a larger heap makes garbage collection slower.
  const url = process.env['CAIRN_DATABASE_URL'];
  if (url === undefined) return (await import('./sqlite-rows.js')).openSqliteRows(folder, columns);
  return await (await import('./postgres-rows.js')).openPostgresRows(url, columns);
}
