import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { aBatch, aFeature, aSpace, writing } from '@cairn/testkit';
import { repositoriesOver, repositoryCalls, type RelationalStore } from '../repositories.js';
import type { Access, TableGroup } from '../sql/repository.js';
import { tablesOf } from './connection/watched-tables.js';
import { SqliteConnection } from './connection/sqlite-connection.js';
import { SqliteDatabase } from './connection/sqlite-database.js';
import { SqliteFeatureStore } from './features/sqlite-feature-store.js';
import { openSqlite } from './open-sqlite.js';

const groupOf: Readonly<Partial<Record<Access, TableGroup>>> = {
  'cached-by-space': 'spaces',
  'cached-access': 'access',
};

describe('what threads of SQLite cache', () => {
  let folder: string;
  let file: string;
  let store: RelationalStore;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cairn-warm-'));
    file = join(folder, 'cairn.db');
    store = await openSqlite({ file });
  });

  afterEach(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });

  it('stays known when something else is written, and is read again when it changes itself', async () => {
    const { spaces, features, accounts, grants } = store.repositories;
    const space = aSpace({ owner: 'alice' });
    await spaces.add(space);
    const seen = async () => [
      await spaces.get(space.id),
      await features.contentState(space.id),
      await grants.heldBy('user:u'),
    ];
    const sameAs = async (before: readonly unknown[]) =>
      (await seen()).map((value, index) => value === before[index]);
    const first = await seen();
    await accounts.add({ id: 'a', name: 'Alice', createdAt: 1 });
    const other = aSpace({ owner: 'alice' });
    await spaces.add(other);
    await features.write(other.id, aBatch([writing(aFeature('elsewhere'))]));
    expect(await sameAs(first)).toEqual([true, true, true]);
    for (const version of [1, 2, 3]) {
      await features.write(space.id, aBatch([writing(aFeature(`f${version}`))]));
      expect((await features.contentState(space.id)).head).toMatchObject({ version, total: version });
    }
    expect(await sameAs(first)).toEqual([false, false, true]);
    await spaces.update(space.id, (stored) => ({ ...stored, title: 'New' }));
    expect((await features.contentState(space.id)).space.title).toBe('New');
    expect((await spaces.get(space.id)).title).toBe('New');
    await spaces.remove(space.id, () => undefined);
    await expect(features.contentState(space.id)).rejects.toMatchObject({ code: 'space-not-found' });
  });

  it('is read from tables of its group alone', async () => {
    const reader = SqliteConnection.reader(file);
    const database = new SqliteDatabase({ reader, openReader: () => reader });
    const prepare = reader.prepare.bind(reader);
    const prepared = new Set<string>();
    mock.method(reader, 'prepare', (text: string) => {
      prepared.add(text);
      return prepare(text);
    });
    const tables = new Map(
      prepare('SELECT rootpage, tbl_name FROM sqlite_schema').raw().all() as [number, string][],
    );
    const readBy = async (call: () => unknown): Promise<readonly string[]> => {
      prepared.clear();
      await Promise.resolve(call()).catch(() => undefined); // what it looks for is not there
      return [...prepared].flatMap((text) => {
        const values = new Array<null>(text.split('?').length - 1).fill(null);
        const steps = prepare(`EXPLAIN ${text}`).all(...values) as { opcode: string; p2: number }[];
        return steps.flatMap(({ opcode, p2 }) => (opcode === 'OpenRead' ? (tables.get(p2) ?? '?') : []));
      });
    };
    const repositories: Readonly<Record<string, object>> = {
      ...repositoriesOver(database),
      features: new SqliteFeatureStore(database),
    };
    const calls = { ...repositoryCalls(), features: { contentState: 'cached-by-space' as Access } };
    let lookups = 0;
    for (const [name, methods] of Object.entries(calls))
      for (const [method, how] of Object.entries(methods)) {
        const group = groupOf[how];
        if (group === undefined) continue;
        const repository = repositories[name] as Readonly<Record<string, (...args: unknown[]) => unknown>>;
        const read = await readBy(() => repository[method]?.('x', 'x'));
        expect({ name, method, read: read.length > 0 }).toEqual({ name, method, read: true });
        expect(tablesOf[group].map(({ table }) => table)).toEqual(expect.arrayContaining([...read]));
        lookups += 1;
      }
    expect(lookups).toBe(6);
    await database.close();
  });
});
