import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openTestPostgres } from '@cairn/services';
import type { PostgresDatabase } from '../postgres-database.js';
import { EntryTable } from './entry-table.spec.kit.js';

const ROWS = 100_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const heapInBytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

const server = await openTestPostgres();

describe(`streaming from ${server.name}`, () => {
  let database: PostgresDatabase;
  let table: EntryTable;

  beforeAll(async () => {
    table = await EntryTable.open(server);
    ({ database } = table);
  });

  afterAll(async () => {
    await database.close();
    await server.close();
  });

  beforeEach(async () => {
    await table.write('TRUNCATE entry');
  });

  it('returns values in the text format of PostgreSQL', async () => {
    const query = `SELECT $1::int, NULL, true, '{"a": 1.00}'::json::text, $2::text IS NULL, 12345678901234567890`;
    const batches: unknown[] = [];
    for await (const batch of database.stream(query, [7, 'a\0'])) batches.push(batch);
    expect(batches).toEqual([[['7', null, 't', '{"a": 1.00}', 't', '12345678901234567890']]]);
  });

  it('reads 100,000 rows without holding them in memory', async () => {
    await table.write(`INSERT INTO entry SELECT id, repeat('x', 200) FROM generate_series(1, ${ROWS}) AS id`);
    const before = heapInBytes();
    let growth = 0;
    let rows = 0;
    for await (const batch of database.stream('SELECT id, content FROM entry')) {
      rows += batch.length;
      if (rows % 20_000 === 0) growth = Math.max(growth, heapInBytes() - before);
    }
    expect(rows).toBe(ROWS);
    expect(growth).toBeLessThan(4_000_000); // together more than 20 MB
  });

  it('makes the server produce no more rows than are read', async () => {
    await table.write('CREATE SEQUENCE given');
    for await (const batch of database.stream(`SELECT nextval('given') FROM generate_series(1, 50000)`)) {
      expect(batch).toHaveLength(1_000);
      break;
    }
    const last = await database.read((connection) => connection.query('SELECT last_value FROM given'));
    expect(last).toEqual([{ last_value: 1_000 }]);
  });

  it('returns no batch for no rows, and exact batches at the edges', async () => {
    const sizes = async (count: number): Promise<number[]> => {
      const all: number[] = [];
      for await (const batch of database.stream('SELECT generate_series(1, $1::int)', [count]))
        all.push(batch.length);
      return all;
    };
    expect(await sizes(0)).toEqual([]);
    expect(await sizes(1_000)).toEqual([1_000]);
    expect(await sizes(1_001)).toEqual([1_000, 1]);
  });

  // PGlite does not report readiness after an error inside a cursor.
  it('fails as a statement does, at once and in the middle, and the connection is as it was', async () => {
    const read = async (query: string): Promise<void> => {
      for await (const batch of database.stream(query)) expect(batch).toHaveLength(1_000);
    };
    await expect(read('SELECT nothing')).rejects.toMatchObject({ code: '42703' });
    await expect(read('SELECT 1 / (1500 - n) FROM generate_series(1, 5000) AS n')).rejects.toMatchObject({
      code: '22012',
    });
    await database.check();
  });

  it('is read within a unit of work too, beside statements', async () => {
    const read = await database.write(async (connection) => {
      await connection.query('INSERT INTO entry (id) VALUES (1), (2), (3)');
      const ids: unknown[] = [];
      for await (const batch of connection.stream('SELECT id FROM entry ORDER BY id', [], 2)) ids.push(batch);
      await connection.query('DELETE FROM entry');
      return ids;
    });
    expect(read).toEqual([[['1'], ['2']], [['3']]]);
    expect(await table.stored()).toBe(0);
  });
});
