import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import { openTestPostgres } from '@cairn/services';
import { later } from '@cairn/testkit';
import type { PostgresDatabase } from '../postgres-database.js';
import type { Connection, CopyRows, CopyValue } from './bulk-connection.js';
import { EntryTable } from './entry-table.spec.kit.js';

const ROWS = 100_000;
const COPY = 'COPY entry (id, content) FROM STDIN';

function* entries(count: number, content: CopyValue = 'x'.repeat(200)): Generator<readonly CopyValue[]> {
  for (let id = 1; id <= count; id += 1) yield [id, content];
}

const server = await openTestPostgres();

describe(`bulk work on ${server.name}`, () => {
  let database: PostgresDatabase;
  let table: EntryTable;

  const copy = (rows: CopyRows, statement = COPY): Promise<number> =>
    database.write((connection) => connection.copyIn(statement, rows), { budget: 'bulk' });

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

  describe('copying', () => {
    it('stores every row without blocking other work of the process', async () => {
      let inTurn = 0; // rows that were asked for within one turn of the event loop
      let most = 0;
      const rows = function* (): Generator<readonly CopyValue[]> {
        for (const row of entries(ROWS)) {
          if (inTurn === 0) setImmediate(() => (inTurn = 0));
          inTurn += 1;
          most = Math.max(most, inTurn);
          yield row;
        }
      };
      expect(await copy(rows())).toBe(ROWS);
      expect(most).toBeLessThan(1_500); // of about 300 in a chunk
      expect(await table.stored()).toBe(ROWS);
    });

    it('stores values unchanged', async () => {
      const texts = ['', '\\N', '\\.', 'a\tb\nc\r\nd\\t', 'é😀', ' "quoted", \'so\' ', null];
      const bytes = Buffer.from([0, 10, 92, 255]);
      const rows = texts.map((text, id) => [id, text, bytes]);
      await copy(rows, 'COPY entry (id, content, bytes) FROM STDIN');
      const found = await database.read((connection) =>
        connection.query<readonly { readonly content: string | null; readonly bytes: Buffer }[]>(
          'SELECT content, bytes FROM entry ORDER BY id',
        ),
      );
      expect(found.map(({ content }) => content)).toEqual(texts);
      for (const row of found) expect(Buffer.compare(row.bytes, bytes)).toBe(0);
    });

    it('stores nothing when the source of rows fails, and rejects with its error', async () => {
      const broken = new Error('broken');
      const rows = async function* (): AsyncGenerator<readonly CopyValue[]> {
        yield* entries(2_000);
        await later();
        throw broken;
      };
      await expect(copy(rows())).rejects.toBe(broken);
      expect(await table.stored()).toBe(0);
    });

    it.each([
      ['a row that is there twice', [...entries(2_000), [7, 'again']], '23505'],
      [
        'no number',
        [
          [1, 'a'],
          ['one', 'b'],
        ],
        '22P02',
      ],
      ['too few values', [[1]], '22P04'],
      ['U+0000', [[1, 'a\0b']], '22021'],
    ])('stores nothing of rows with %s', async (_, rows, code) => {
      await expect(copy(rows)).rejects.toMatchObject({ code });
      expect(await table.stored()).toBe(0);
    });

    it('fails when the table does not exist, and the connection stays usable', async () => {
      await expect(copy(entries(10), 'COPY nowhere FROM STDIN')).rejects.toMatchObject({ code: '42P01' });
      expect(await copy(entries(10))).toBe(10);
    });

    it('is not retried after a conflict, because the rows are consumed', async () => {
      let runs = 0;
      const conflicting = database.write(async (connection) => {
        runs += 1;
        await connection.copyIn(COPY, entries(10));
        await connection.query(`DO $$ BEGIN RAISE 'conflict' USING ERRCODE = '40001'; END $$`);
      });
      await expect(conflicting).rejects.toBeInstanceOf(StorageUnavailable);
      expect(runs).toBe(1);
    });
  });

  it('upserts many rows with one statement over arrays', async () => {
    await table.write(`INSERT INTO entry (id, content) VALUES (2, 'old')`);
    await database.write((connection) =>
      connection.query(
        `INSERT INTO entry (id, content) SELECT * FROM unnest($1::int[], $2::text[])
          ON CONFLICT (id) DO UPDATE SET content = excluded.content`,
        [
          [1, 2, 3],
          ['a"b', 'c,{d}\\', null],
        ],
      ),
    );
    const rows = await database.read((connection) =>
      connection.query('SELECT id, content FROM entry ORDER BY id'),
    );
    expect(rows).toEqual([
      { id: 1, content: 'a"b' },
      { id: 2, content: 'c,{d}\\' },
      { id: 3, content: null },
    ]);
  });

  it('upserts from a temporary table, which is gone afterwards', async () => {
    await copy(entries(10, 'old'));
    const merge = (): Promise<unknown> =>
      database.write(
        async (connection) => {
          await connection.query('CREATE TEMP TABLE staged (id integer, content text) ON COMMIT DROP');
          await connection.copyIn('COPY staged FROM STDIN', entries(20, 'new'));
          await connection.query(`INSERT INTO entry (id, content) SELECT id, content FROM staged
            ON CONFLICT (id) DO UPDATE SET content = excluded.content`);
        },
        { budget: 'bulk' },
      );
    await merge();
    await merge();
    const rows = await database.read((connection) =>
      connection.query('SELECT content, count(*) AS count FROM entry GROUP BY content'),
    );
    expect(rows).toEqual([{ content: 'new', count: 20 }]);
  });

  it('has a time limit by budget', async () => {
    const limit = `SELECT current_setting('statement_timeout') AS "limit"`;
    const ask = (connection: Connection): Promise<unknown> => connection.query(limit);
    expect(await database.read(ask)).toEqual([{ limit: '2s' }]);
    expect(await database.read(ask, { budget: 'listing' })).toEqual([{ limit: '15s' }]);
    expect(await database.write(ask)).toEqual([{ limit: '5s' }]);
    expect(await database.write(ask, { budget: 'bulk' })).toEqual([{ limit: '5min' }]);
    expect(await database.read(ask)).toEqual([{ limit: '2s' }]);
    for await (const batch of database.stream(limit)) expect(batch).toEqual([['5min']]);
  });
});
