import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SlowStatement, StatementWatch } from '@cairn/kernel';
import { everyStoreIsTested, openTestPostgres } from '@cairn/services';
import { aSpace, WorkUnderWay } from '@cairn/testkit';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPostgres } from './open-postgres.js';
import type { RelationalStore } from './repositories.js';
import { openSqlite } from './sqlite/open-sqlite.js';

const work = new WorkUnderWay();
const server = everyStoreIsTested ? await openTestPostgres() : undefined;
let folder: string;
let store: RelationalStore;
let reported: SlowStatement[];

type Open = (watch: StatementWatch) => Promise<RelationalStore>;

const engines: readonly (readonly [string, Open])[] = [
  ['SQLite', (watch) => openSqlite({ file: join(folder, 'cairn.db'), watch })],
  ...(server === undefined
    ? []
    : [
        [
          server.name,
          async (watch: StatementWatch) => openPostgres({ url: await server.fresh() }, undefined, watch),
        ] as const,
      ]),
];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-slow-'));
  reported = [];
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

afterAll(async () => await server?.close());

describe.each(engines)('slow statements of %s', (_, open) => {
  const openFrom = async (fromMs: number): Promise<void> => {
    const slowStatements = { fromMs, report: (statement: SlowStatement) => void reported.push(statement) };
    store = await open({ currentWork: work.current, slowStatements });
  };

  it('are reported from threads and connections, with their text and their work, and without values', async () => {
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
