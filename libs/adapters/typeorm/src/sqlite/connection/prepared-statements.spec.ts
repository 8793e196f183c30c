import Sqlite, { type Database } from 'sqlite-driver';
import { In } from 'typeorm';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { several } from '@cairn/testkit';
import { PreparedStatements, sourceOver } from './sqlite-source.js';

let database: Database;
/** How often each text was prepared. */
let prepared: Map<string, number>;

beforeEach(() => {
  database = new Sqlite(':memory:');
  prepared = new Map();
  const prepare = database.prepare.bind(database);
  Object.assign(database, {
    prepare: (text: string) => {
      prepared.set(text, (prepared.get(text) ?? 0) + 1);
      return prepare(text);
    },
  });
});

afterEach(() => void database.close());

const list = (length: number): string => `SELECT 1 WHERE 1 IN (${several(length, () => '?').join()})`;

describe('the prepared statements of SQLite', () => {
  it('keep what is used, whatever texts come once', () => {
    const statements = new PreparedStatements(database);
    for (let length = 1; length <= 400; length += 1) {
      statements.get('SELECT 2');
      statements.get(list(length));
    }
    expect(prepared.get('SELECT 2')).toBe(1);
    expect(statements.size).toBeLessThanOrEqual(200);
  });

  it('are few where their texts are long, and none where one is very long', () => {
    const statements = new PreparedStatements(database);
    for (let length = 20_000; length < 20_100; length += 1) statements.get(list(length));
    expect(statements.size).toBeLessThan(30);
    const kept = statements.size;
    statements.get(`SELECT '${'x'.repeat(100_000)}'`);
    expect(statements.size).toBe(kept);
  });

  it('are those of TypeORM, too', async () => {
    database.exec('CREATE TABLE installation (key INTEGER PRIMARY KEY, id TEXT)');
    const source = await sourceOver(database).initialize();
    const { manager } = source.createQueryRunner();
    const find = async (ids: readonly string[]): Promise<void> =>
      void (await manager
        .createQueryBuilder()
        .select('i.id')
        .from('installation', 'i')
        .where({ id: In([...ids]) })
        .getRawMany());
    for (let length = 2; length < 120; length += 1) {
      await find(['a']);
      await find(several(length, String));
    }
    const [hot] = [...prepared].filter(([text]) => text.includes('IN (?)'));
    expect(hot?.[1]).toBe(1);
    await source.destroy().catch(() => undefined);
  });
});
