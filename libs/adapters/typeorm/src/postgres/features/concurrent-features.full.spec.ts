import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { StorageUnavailable } from '@cairn/kernel';
import type { FeatureChunk, WriteResult } from '@cairn/spaces';
import {
  DEFAULT_FEATURE_LIMITS,
  parseDraft,
  type FeatureModification,
  type FeatureStore,
} from '@cairn/spaces/spi';
import { openTestPostgres } from '@cairn/services';
import { aSpace, later, several, slowly, until } from '@cairn/testkit';
import pg from 'pg';
import { SqlOutbox } from '../../kernel/sql-outbox.js';
import { TypeOrmSpaceRepository } from '../../spaces/typeorm-space-repository.js';
import { openPostgres } from '../open-postgres.js';
import type { PostgresDatabase } from '../postgres-database.js';
import { PostgresFeatureStore } from './postgres-feature-store.js';

const [WRITERS, MEGABYTE] = [20, 1_048_576];

const server = await openTestPostgres();

afterAll(() => server.close());

function writing(
  id: string,
  properties: object = {},
  place?: readonly [number, number],
): FeatureModification {
  const geometry = place === undefined ? null : { type: 'Point', coordinates: place };
  const text = JSON.stringify({ type: 'Feature', id, geometry, properties });
  const { draft } = parseDraft(text, { limits: DEFAULT_FEATURE_LIMITS, makeId: () => 'made' });
  if (draft === undefined) throw new Error('The draft is invalid.');
  return { draft, rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } };
}

describe(`features that many use at once on ${server.name}`, () => {
  let url: string;
  let admin: pg.Client;
  let watcher: pg.Client; // in a transaction, what is seen of other sessions does not change
  const opened: PostgresDatabase[] = [];
  const space = aSpace();

  const openNode = async (parameters: string): Promise<PostgresDatabase> => {
    const database = await openPostgres({ url: `${url}?${parameters}` });
    opened.push(database);
    return database;
  };

  const openStore = async (parameters = 'max=6', readerPatienceMs?: number): Promise<PostgresFeatureStore> =>
    new PostgresFeatureStore(await openNode(parameters), readerPatienceMs);

  const options = { onFailure: 'rollback', returning: 'ids', now: 1, ...DEFAULT_FEATURE_LIMITS } as const;
  const write = (
    features: FeatureStore,
    modifications: readonly FeatureModification[],
  ): Promise<WriteResult> => features.write(space.id, { modifications, ...options });

  /** Sessions of the application in a transaction. */
  const busy = async (): Promise<number> => {
    const { rows } = await watcher.query<{ readonly count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'cairn' AND datname = current_database()
        AND xact_start IS NOT NULL`,
    );
    return Number(rows[0]?.count);
  };

  const untilBusy = (holds: (count: number) => boolean): Promise<void> =>
    until('so many sessions are busy', async () => holds(await busy()));

  /** Writes features of a megabyte each, together more than is read ahead. */
  const writeMegabytes = async (features: FeatureStore, count: number): Promise<void> => {
    for (const number of several(count, (index) => index))
      await write(features, [writing(`f${number}`, { large: 'x'.repeat(MEGABYTE) })]);
  };

  beforeEach(async () => {
    url = await server.fresh();
    [admin, watcher] = [new pg.Client(url), new pg.Client(url)];
    await Promise.all([admin.connect(), watcher.connect()]);
    await new TypeOrmSpaceRepository(await openNode('max=2')).add(space);
  });

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await Promise.all([admin.end(), watcher.end()]);
  });

  it('every acknowledged version of 20 writers on two nodes is accounted for', async () => {
    const nodes = [await openStore(), await openStore()];
    const results = await Promise.all(
      several(WRITERS * 3, (number) =>
        write(nodes[number % 2] ?? (nodes[0] as FeatureStore), [
          writing('shared', { number }),
          writing(`of-${number % WRITERS}`, { number }),
        ]),
      ),
    );
    const versions = results.map(({ version }) => version).sort((one, other) => one - other);
    expect(versions).toEqual(several(WRITERS * 3, (number) => number + 1));
    const [store] = nodes;
    const { version, total } = (await store?.statistics(space.id)) ?? {};
    expect([version, total]).toEqual([WRITERS * 3, WRITERS + 1]);
    const events = await new SqlOutbox(await openNode('max=1')).list(0, 1_000);
    const told = events.flatMap(({ event }) => (event.type === 'features-changed' ? [event.payload] : []));
    expect(told.map((payload) => payload['version'])).toEqual(versions);
    const { rows } = await admin.query(
      `SELECT count(*)::int AS rows, count(DISTINCT id)::int AS ids, max(version)::int AS version FROM feature`,
    );
    expect(rows).toEqual([{ rows: WRITERS + 1, ids: WRITERS + 1, version: WRITERS * 3 }]);
  });

  it('writers of one space that wait hold no connections', async () => {
    const store = await openStore('max=2');
    await write(store, [writing('a')]);
    await admin.query('BEGIN; SELECT FROM space FOR UPDATE');
    const writes = several(10, (number) => write(store, [writing(`f${number}`)]));
    await untilBusy((count) => count === 1);
    expect(await store.find(space.id, ['a'])).toHaveLength(1);
    await admin.query('ROLLBACK');
    expect(await Promise.all(writes)).toHaveLength(10);
  });

  it('what is not wanted any more ends in the server, soon', async () => {
    const store = await openStore('max=3');
    await write(store, [writing('a')]);
    const criteria = { filter: { kind: 'compare', path: ['x'], operator: 'equals', values: [1] } } as const;
    const controller = new AbortController();
    await admin.query('BEGIN; LOCK TABLE feature');
    const chunks: FeatureChunk[] = [];
    const reading = (async () => {
      for await (const chunk of store.query(space.id, criteria, controller.signal)) chunks.push(chunk);
    })();
    const counting = store.count(space.id, criteria, controller.signal);
    await untilBusy((count) => count === 2);
    controller.abort();
    await untilBusy((count) => count === 0); // the table stays locked
    await reading;
    expect([chunks, await counting]).toEqual([[], 0]);
    await admin.query('ROLLBACK');
  });

  it('a query whose reader leaves ends in the server', async () => {
    const store = await openStore();
    await writeMegabytes(store, 5);
    for await (const { last } of store.query(space.id, {})) if (last === 'f0') break;
    expect(await busy()).toBe(0);
  });

  it('a query is over when its reader takes nothing for long', async () => {
    const store = await openStore('max=6', 100);
    await writeMegabytes(store, 5);
    const chunks = store.query(space.id, {})[Symbol.asyncIterator]();
    expect((await chunks.next()).value).toMatchObject({ last: 'f0' });
    await untilBusy((count) => count === 1);
    await untilBusy((count) => count === 0);
    const rest = (async () => {
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next());
    })();
    await expect(rest).rejects.toBeInstanceOf(StorageUnavailable);
  });

  it('slow readers leave connections to others, and what they read is of one moment', async () => {
    const store = await openStore('max=6');
    await writeMegabytes(store, 4);
    const readers = several(8, () => store.query(space.id, {}, undefined)[Symbol.asyncIterator]());
    const first = readers.map((chunks) => chunks.next());
    await first[0];
    await write(store, [writing('f9')]);
    expect(await store.find(space.id, ['f9'])).toHaveLength(1);
    const few: FeatureChunk[] = [];
    for await (const chunk of store.query(space.id, { after: 'f3', limit: 9 })) few.push(chunk);
    expect(few.map(({ last }) => last)).toEqual(['f9']);
    await untilBusy((count) => count <= 1);
    const [slow] = readers;
    const ids: unknown[] = [];
    for (let next = await slow?.next(); next?.done === false; next = await slow?.next())
      ids.push(next.value.last);
    expect(ids).toEqual(['f1', 'f2', 'f3']);
    for (const chunks of readers) await chunks.return?.();
    await Promise.allSettled(first);
  });

  it('a reader that takes little is cut off while another waits for its place', async () => {
    const store = await openStore('max=6', 3_000);
    await writeMegabytes(store, 12);
    const slow = store.query(space.id, {})[Symbol.asyncIterator]();
    await slow.next();
    const dripping = (async () => {
      for (let next = await slow.next(); next.done !== true; next = await slow.next()) await slowly(1_000);
    })();
    const cut = expect(dripping).rejects.toBeInstanceOf(StorageUnavailable);
    await later();
    const read: FeatureChunk[] = [];
    for await (const chunk of store.query(space.id, {})) read.push(chunk);
    expect(read.at(-1)?.last).toBe('f9');
    await cut;
  });

  it('boxes find few and many alike in a large space, and a purge leaves nothing of it', async () => {
    const store = await openStore();
    const places = several(12_000, (number) => [(number % 300) - 150, Math.floor(number / 300) * 2] as const);
    for (let start = 0; start < places.length; start += 4_000)
      await write(
        store,
        places.slice(start, start + 4_000).map((place, index) => writing(`f${start + index}`, {}, place)),
      );
    const found = async (boxes: readonly (readonly [number, number, number, number])[], limit?: number) => {
      const ids: string[] = [];
      for await (const { text } of store.query(space.id, { boxes, limit }))
        ids.push(...text.split(',\n').map((feature) => String((JSON.parse(feature) as { id: string }).id)));
      return ids;
    };
    const within = ([west, south, east, north]: readonly [number, number, number, number]): string[] =>
      places
        .flatMap(([x, y], number) =>
          x >= west && x <= east && y >= south && y <= north ? [`f${number}`] : [],
        )
        .sort();
    for (const box of [
      [-150, 0, 149, 78],
      [-150, 0, 148.5, 78],
      [-3, 2, 3, 6],
      [-3.5, 2, 3.5, 5.5],
    ] as const) {
      const expected = within(box);
      expect(await found([box])).toEqual(expected);
      expect(await found([box], 7)).toEqual(expected.slice(0, 7));
      expect(await store.count(space.id, { boxes: [box] })).toBe(expected.length);
    }
    await store.erase(space.id, { now: 2 });
    let steps = 0;
    while ((await store.purge()) === 'more') steps += 1;
    expect(steps).toBeGreaterThan(3);
    const { rows } = await admin.query('SELECT 1 FROM feature');
    expect(rows).toEqual([]);
  });
});
