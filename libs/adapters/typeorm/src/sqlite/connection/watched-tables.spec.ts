import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { prepareFile } from '../prepare-file.js';
import { tableGroups, type TableGroup } from '../../sql/repository.js';
import { isCommitting } from './shared-counter.js';
import { SharedCounters } from './shared-counters.js';
import { SqliteConnection } from './sqlite-connection.js';
import { SqliteDatabase } from './sqlite-database.js';
import { tablesOf } from './watched-tables.js';

const ADD_SPACE = `INSERT INTO space (id, title, description, owner, storage_id, created_at, updated_at,
  content_updated_at) VALUES ('s', '', '', 'a', 's', 1, 1, 1)`;
const ADD_CONTENT = `INSERT INTO space_content (space_id, version, oldest_version, total, bounds_exact, summary)
  VALUES ('s', 1, 1, 0, 1, '{}')`;
const ADD_ACCOUNT = `INSERT INTO account (id, name, created_at) VALUES ('a', 'Alice', 1)`;

/** Spaces, and the access of everybody. */
const keys: readonly (readonly [TableGroup, string])[] = [
  ['spaces', 's'],
  ['spaces', 'other'],
  ['access', ''],
];

describe('WatchedTables', () => {
  let folder: string;
  let database: SqliteDatabase;
  const counters = new SharedCounters();

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-watched-'));
    const file = join(folder, 'cairn.db');
    const lock = await prepareFile(file);
    const openReader = () => SqliteConnection.reader(file);
    const writer = SqliteConnection.writer(file);
    database = new SqliteDatabase({ writer, reader: openReader(), openReader, counters, lock });
  });

  afterEach(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  /** The keys whose counters a write moves. It is never left as if a commit were under way. */
  const changedBy = async (...texts: readonly string[]): Promise<readonly string[]> => {
    const values = () => keys.map(([group, key]) => counters.of(group, key).value);
    const before = values();
    const all = counters.all.value;
    const write = database.write(async (manager) => {
      for (const text of texts) await manager.query(text);
      expect(values()).toEqual(before); // readers see nothing of it yet
    });
    await write.catch(() => undefined);
    expect(counters.all.value).not.toBe(all);
    expect([counters.all.value, ...values()].some(isCommitting)).toBe(false);
    return keys.flatMap(([, key], index) => (values()[index] === before[index] ? [] : [key]));
  };

  it('counts the commits that change a row of a group, whatever changes it', async () => {
    expect(await changedBy(ADD_ACCOUNT)).toEqual([]);
    expect(await changedBy(ADD_SPACE)).toEqual(['s']);
    expect(await changedBy(ADD_CONTENT)).toEqual(['s']);
    expect(await changedBy("UPDATE account SET name = 'Bob'")).toEqual([]);
    expect(await changedBy("UPDATE space SET title = 'x' WHERE id = 'none'")).toEqual([]);
    expect(await changedBy("UPDATE space_content SET total = 1, version = 2 WHERE space_id = 's'")).toEqual([
      's',
    ]);
    expect(await changedBy("UPDATE space_content SET space_id = NULL WHERE space_id = 's'")).toEqual(['s']);
    expect(await changedBy(ADD_SPACE.replace("'s'", "'other'"))).toEqual(['other']);
    expect(await changedBy("DELETE FROM space WHERE id = 's'")).toEqual(['s']);
  });

  it('counts what foreign keys change', async () => {
    await changedBy(
      `INSERT INTO user_group (id, account_id, name, created_at) VALUES ('g', 'a', 'Friends', 1)`,
      `INSERT INTO group_member (group_id, user_id) VALUES ('g', 'u')`,
    );
    expect(await changedBy("DELETE FROM user_group WHERE id = 'g'")).toEqual(['']);
  });

  it('watches all tables that are named', async () => {
    const names = await database.read((manager) =>
      manager.query<readonly { readonly name: string }[]>(
        `SELECT name FROM sqlite_schema WHERE type = 'table'`,
      ),
    );
    const known = names.map(({ name }) => name);
    for (const group of tableGroups)
      expect(known).toEqual(expect.arrayContaining(tablesOf[group].map(({ table }) => table)));
  });

  it('counts a commit whose thread did not live to its end', () => {
    const counter = counters.of('spaces', 's');
    counter.begin();
    const during = counter.value;
    expect(isCommitting(during)).toBe(true);
    new SharedCounters(counters.memory).end();
    expect([isCommitting(counter.value), counter.value === during]).toEqual([false, false]);
  });
});
