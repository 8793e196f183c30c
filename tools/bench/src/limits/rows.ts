/** Rows that are as durable as Cairn's; the first value of each is its key. */
export interface Rows {
  insert(values: readonly unknown[]): Promise<void>;
  find(key: string): Promise<unknown>;
}

/** Makes a table in the database that Cairn is told to use; where it is told of none, in one in `folder`. */
export async function openRows(folder: string, columns: readonly string[]): Promise<Rows> {
  // Only what is used is loaded: all that lies in the heap is looked at whenever garbage is collected.
  const url = process.env['CAIRN_DATABASE_URL'];
  if (url === undefined) return (await import('./sqlite-rows.js')).openSqliteRows(folder, columns);
  return await (await import('./postgres-rows.js')).openPostgresRows(url, columns);
}
