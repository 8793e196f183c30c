import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SlowStatement } from '@cairn/kernel';
import { aSpace, WorkUnderWay } from '@cairn/testkit';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openSqlite, type SqliteStore } from './sqlite/open-sqlite.js';

const work = new WorkUnderWay();
let folder: string;
let store: SqliteStore;
let reported: SlowStatement[];

const openFrom = async (fromMs: number): Promise<void> => {
  const slowStatements = { fromMs, report: (statement: SlowStatement) => void reported.push(statement) };
  const watch = { currentWork: work.current, slowStatements };
  store = await openSqlite({ file: join(folder, 'cairn.db'), watch });
};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-slow-'));
  reported = [];
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

describe('slow statements of SQLite', () => {
  it('are reported from threads, with their text and their work, and without values', async () => {
    await openFrom(0);
    const { spaces, features } = store.repositories;
    const space = aSpace({ title: 'a title that is secret' });
    await work.during({ name: 'createSpace' }, () => spaces.add(space));
    await work.during({ name: 'readStatistics' }, () => features.statistics(space.id));
    const statement = expect.stringMatching(/^INSERT INTO "?space"?[ (]/) as unknown;
    expect(reported).toContainEqual({
      text: statement,
      durationMs: expect.any(Number) as unknown,
      work: 'createSpace',
    });
    expect(reported.some((one) => one.work === 'readStatistics' && /SELECT/.test(one.text))).toBe(true);
    for (const value of [space.id, 'secret'])
      expect(reported.filter(({ text }) => text.includes(value))).toEqual([]);
  });

  it('are not reported if they are faster than the limit', async () => {
    await openFrom(3_600_000);
    await store.repositories.spaces.add(aSpace());
    expect(reported).toEqual([]);
  });
});
