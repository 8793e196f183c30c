export type Run = (text: string, values: readonly unknown[]) => Promise<unknown>;

/** A concurrency guard, removed. */
export interface Sabotage {
  /** The statements to replace. */
  readonly of: RegExp;
  /** What runs instead. */
  instead(this: void, run: Run, text: string, values: readonly unknown[]): Promise<unknown>;
  /** A change of the tables beforehand. */
  readonly before?: string;
}

/** The result of an UPDATE or a DELETE, as the driver returns it. */
export const changed = (rows: unknown): readonly unknown[] => [rows, Array.isArray(rows) ? rows.length : 0];

/** `late` is a statement after the guard that waits, so that those whom the guard keeps apart do meet. */
export const without = (guard: RegExp, late?: RegExp): Sabotage => ({
  of: late === undefined ? guard : new RegExp(`${guard.source}|${late.source}`),
  instead: async (run, text, values) => {
    if (late?.test(text) === true) await run('SELECT pg_sleep(0.05)', []);
    return await run(text.replace(guard, ''), values);
  },
});

export const withoutConstraint = (table: string, constraint: string): Sabotage => ({
  before: `ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`,
  of: /^$/,
  instead: async () => [],
});

/** Selects the value and inserts if there is none: the best that is possible without a unique key. */
export const withoutUniqueKey = (table: string, column: string, constraint: string): Sabotage => ({
  before: `ALTER TABLE ${table} DROP CONSTRAINT ${constraint} CASCADE`,
  of: new RegExp(`INSERT INTO ${table} .*ON CONFLICT \\(${column}\\) DO NOTHING`),
  instead: async (run, text, values) => {
    const columns = (text.split(/[()]/, 2)[1] ?? '').split(', ');
    const value = values[columns.indexOf(column)];
    const taken = await run(`SELECT 1 FROM ${table} WHERE ${column} = $1`, [value]);
    if (Array.isArray(taken) && taken.length > 0) return [];
    return await run(text.replace(/ON CONFLICT .* DO NOTHING/, ''), values);
  },
});

export const HAS_ROOM = 'AND image_count < COALESCE(quota, $2)';

/** Reads the count, then stores the new one. */
export const countReadBeforeAdding: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count \+ 1/,
  instead: async (run, _, values) => {
    const [row] = await countIn(run, `owner = $1 ${HAS_ROOM}`, values);
    return row === undefined ? changed([]) : await storeCount(run, values[0], row.image_count + 1);
  },
};

export const countReadBeforeRemoving: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count - \$1/,
  instead: async (run, _, [removed, owner]) => {
    const [row] = await countIn(run, 'owner = $1', [owner]);
    return row === undefined ? changed([]) : await storeCount(run, owner, row.image_count - Number(removed));
  },
};

export type CountRows = readonly { readonly image_count: number }[];

export const countIn = async (run: Run, where: string, values: readonly unknown[]): Promise<CountRows> =>
  (await run(`SELECT image_count FROM catalog WHERE ${where}`, values)) as CountRows;

export const storeCount = (run: Run, owner: unknown, count: number): Promise<unknown> =>
  run('UPDATE catalog SET image_count = $2 WHERE owner = $1 RETURNING 1', [owner, count]);

/** Checks the quota, then counts in a separate statement. */
export const roomAskedBefore: Sabotage = {
  of: /UPDATE catalog SET image_count = image_count \+ 1/,
  instead: async (run, _, values) => {
    const room = await run(`SELECT 1 FROM catalog WHERE owner = $1 ${HAS_ROOM}`, values);
    if (Array.isArray(room) && room.length === 0) return changed([]);
    return await run('UPDATE catalog SET image_count = image_count + 1 WHERE owner = $1 RETURNING 1', [
      values[0],
    ]);
  },
};

/** Reads the row, then deletes it in a separate statement. */
export const rowReadBefore = (table: string): Sabotage => ({
  before: 'ALTER TABLE catalog DROP CONSTRAINT catalog_image_count_check', // which would detect it earlier
  of: new RegExp(`DELETE FROM ${table}[^_]`),
  instead: async (run, text, values) => {
    const [, where, columns] = /DELETE FROM \w+ (WHERE .*) RETURNING (.*)/s.exec(text) ?? [];
    const rows = await run(`SELECT ${columns} FROM ${table} ${where}`, values);
    await run(`DELETE FROM ${table} ${where}`, values);
    return changed(rows);
  },
});

/** Selects the address and takes it if it is free: the best that is possible without a unique key. */
export const addressAskedBefore: Sabotage = {
  before: 'ALTER TABLE address DROP CONSTRAINT address_pkey CASCADE',
  of: /INSERT INTO address /,
  instead: async (run, _, [address, imageId]) => {
    const taken = await run('SELECT 1 FROM address WHERE address = $1', [address]);
    if (Array.isArray(taken) && taken.length > 0) return [];
    return await run('INSERT INTO address (address, image_id) VALUES ($1, $2) RETURNING 1', [
      address,
      imageId,
    ]);
  },
};

/** Reads the last use of the key, then stores the time if it is later. */
export const useReadBefore: Sabotage = {
  of: /UPDATE "api_key" SET "last_used_at"/,
  instead: async (run, _, [at, id]) => {
    const later = await run('SELECT 1 FROM api_key WHERE id = $2 AND last_used_at >= $1', [at, id]);
    if (Array.isArray(later) && later.length > 0) return changed([]);
    return await run('UPDATE api_key SET last_used_at = $1 WHERE id = $2', [at, id]);
  },
};
