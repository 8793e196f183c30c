import { GiveGrant, ManageGrants } from '@cairn/access';
import { createApplication, type Application, type InTransaction } from '@cairn/composition';
import { DeleteImage, OpenFile, ReadQuota, UploadImage } from '@cairn/images';
import { NotInTransaction } from '@cairn/kernel';
import { openTestPostgres, type TestPostgres } from '@cairn/services';
import {
  CountFeatures,
  CreateSpace,
  ListSpaces,
  ownerCaller,
  SearchFeatures,
  WriteFeatures,
} from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';

jest.setTimeout(120_000); // a few hundred transactions, six at once

const MEMBERS = 6;
/** `TRANSACTION_ROUNDS=170` runs a thousand of them. */
const ROUNDS = Number(process.env['TRANSACTION_ROUNDS'] ?? 30);
const plain = (title: string) => ({ title, description: '' });
const caller = (owner: string) => ownerCaller({ owner });

let server: TestPostgres;
let application: Application;
let pool: pg.Pool;
let source: DataSource;

beforeAll(async () => {
  server = await openTestPostgres();
  const url = await server.fresh();
  pool = new pg.Pool({ connectionString: url, max: MEMBERS });
  await pool.query('CREATE TABLE space (title text PRIMARY KEY)'); // a name that Cairn has, too
  source = await new DataSource({ type: 'postgres', url }).initialize();
  application = await createApplication({
    database: { kind: 'postgres', url, schema: 'media' },
    blobs: { kind: 'memory' },
    images: { kind: 'memory' },
    trashDays: 0,
  });
});
afterAll(async () => {
  await application.close();
  await source.destroy();
  await pool.end();
  await server.close();
});

const ownTitles = async (prefix: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ readonly title: string }>(
    'SELECT title FROM space WHERE title LIKE $1 ORDER BY title',
    [`${prefix}%`],
  );
  return rows.map(({ title }) => title);
};

const titlesOf = async (owner: string): Promise<readonly string[]> =>
  (await application.get(ListSpaces).execute(caller(owner), {}, { limit: 1_000 })).items
    .map(({ title }) => title)
    .toSorted();

/** A space that is shared, as Cairn's part of a transaction. */
async function shareNewSpace(inner: InTransaction, owner: string, title: string): Promise<void> {
  const { id } = await inner.get(CreateSpace).execute(caller(owner), { title, description: '' });
  const resource = { type: 'space', id } as const;
  await inner
    .get(GiveGrant)
    .execute({ accountId: owner, resource, to: { type: 'user', id: 'friend' }, role: 'viewer' });
}

describe('a transaction of the application', () => {
  it('with a pool stores everything or nothing, whichever part fails', async () => {
    const run = async (title: string, { fails = false } = {}): Promise<void> =>
      await application.transaction(pool, async ({ client, inner }) => {
        await shareNewSpace(inner, 'alice', title);
        await client.query('INSERT INTO space VALUES ($1)', [title]);
        if (fails) throw new Error('no');
      });
    await run('one');
    await expect(run('two', { fails: true })).rejects.toThrow('no');
    await expect(run('one')).rejects.toThrow('duplicate key'); // the application's own row
    expect([await titlesOf('alice'), await ownTitles('one')]).toEqual([['one'], ['one']]);
    const { items } = await application.get(ManageGrants).list('alice', { limit: 9 });
    expect(items).toHaveLength(1);
  });

  it('with a data source has its manager in the same transaction, and nests in one that is open', async () => {
    const insert = async (manager: EntityManager, title: string): Promise<void> =>
      void (await manager.query('INSERT INTO space VALUES ($1)', [title]));
    await application.transaction(source, async ({ manager, inner }) => {
      await insert(manager, 'typeorm 1');
      await shareNewSpace(inner, 'bob', 'typeorm 1');
    });
    await source.transaction(async (manager) => {
      await application.within(manager, async (inner) => await shareNewSpace(inner, 'bob', 'typeorm 2'));
      await insert(manager, 'typeorm 2');
    });
    application.committed();
    const undone = source.transaction(async (manager) => {
      await application.within(manager, async (inner) => await shareNewSpace(inner, 'bob', 'typeorm 3'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect([await titlesOf('bob'), await ownTitles('typeorm')]).toEqual([
      ['typeorm 1', 'typeorm 2'],
      ['typeorm 1', 'typeorm 2'],
    ]);
  });

  it('writes features, few and many, with their space', async () => {
    const { id } = await application
      .get(CreateSpace)
      .execute(caller('dave'), { title: 'Huts', description: '' });
    const write = async (inner: InTransaction, count: number): Promise<void> => {
      const features = Array.from({ length: count }, (_, index) => {
        const geometry = { type: 'Point', coordinates: [index / 100, 47] };
        const text = JSON.stringify({ type: 'Feature', id: `hut ${index}`, geometry, properties: { index } });
        return { text, rule: { onExists: 'replace', onNotExists: 'create', onConflict: 'replace' } as const };
      });
      await inner
        .get(WriteFeatures)
        .execute(caller('dave'), id, { features, onFailure: 'rollback', returning: 'ids' });
    };
    const count = async (): Promise<number> =>
      await application.get(CountFeatures).execute(caller('dave'), id);
    await application.transaction(pool, async ({ inner }) => await write(inner, 3_000));
    expect(await count()).toBe(3_000);
    const undone = application.transaction(pool, async ({ inner }) => {
      await write(inner, 3_500);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await count()).toBe(3_000);
  });

  it('whose connection is lost stores nothing, and harms no later one', async () => {
    const lost = application.transaction(pool, async ({ client, inner }) => {
      await shareNewSpace(inner, 'erin', 'lost');
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(lost).rejects.toThrow();
    expect(await titlesOf('erin')).toEqual([]);
    await application.transaction(pool, async ({ inner }) => await shareNewSpace(inner, 'erin', 'found'));
    expect(await titlesOf('erin')).toEqual(['found']);
  });

  it('keeps the bytes of an image whose deletion is rolled back', async () => {
    const bytes = async function* () {
      yield Uint8Array.from(fixtures.png.bytes);
    };
    const details = async () => ({ name: 'lake.png' });
    const image = await application.get(UploadImage).execute({ owner: 'carol', bytes: bytes(), details });
    const undone = application.transaction(pool, async ({ inner }) => {
      await inner.get(DeleteImage).execute('carol', image.id);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    const served = await application.get(OpenFile).execute('lake.png');
    const pieces: Uint8Array[] = [];
    for await (const piece of await served.read()) pieces.push(piece);
    expect(Buffer.concat(pieces).length).toBe(fixtures.png.bytes.length);
    await application.transaction(pool, async ({ inner }) => {
      await inner.get(DeleteImage).execute('carol', image.id);
    });
    expect(await application.get(ReadQuota).execute('carol')).toMatchObject({ imageCount: 0 });
  });

  it('refuses what needs a connection of its own, and says what', async () => {
    await application.transaction(pool, async ({ inner }) => {
      expect(() => inner.get(SearchFeatures)).toThrow(NotInTransaction);
      expect(() => inner.get(UploadImage)).toThrow('UploadImage cannot be done inside a transaction');
      expect(inner.get(WriteFeatures)).toBeInstanceOf(WriteFeatures);
      await Promise.resolve();
    });
  });

  it('of six members at once, with failures among them, leaves nothing half', async () => {
    const expected = new Map<string, string[]>();
    const member = async (number: number): Promise<void> => {
      const owner = `member ${number}`;
      for (let round = 0; round < ROUNDS; round += 1) {
        const title = `${owner} ${String(round).padStart(3, '0')}`;
        const end = (round + number) % 4; // half of them fail: by a throw, or as its connection is killed
        const done = application.transaction(pool, async ({ client, inner }) => {
          await shareNewSpace(inner, owner, title);
          await shareNewSpace(inner, 'shared', title);
          await client.query('INSERT INTO space VALUES ($1)', [title]);
          if (end === 0) throw new Error('no');
          if (end === 1) await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
        });
        if (end > 1) {
          await done;
          expected.set(owner, [...(expected.get(owner) ?? []), title]);
        } else await expect(done).rejects.toThrow();
        if (round % 5 === 0)
          await application.get(CreateSpace).execute(caller(`other ${number}`), plain(title));
      }
    };
    await Promise.all(Array.from({ length: MEMBERS }, (_, number) => member(number)));
    for (const [owner, titles] of expected)
      expect([await titlesOf(owner), await ownTitles(owner)]).toEqual([titles, titles]);
    expect(await titlesOf('shared')).toEqual([...expected.values()].flat().toSorted());
    const others = await Promise.all(
      Array.from({ length: MEMBERS }, async (_, number) => (await titlesOf(`other ${number}`)).length),
    );
    expect(others).toEqual(new Array(MEMBERS).fill(Math.ceil(ROUNDS / 5)));
  });
});

it('a database without transactions to join says so', async () => {
  const other = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  await expect(other.transaction(pool, async () => undefined)).rejects.toThrow('Only a PostgreSQL database');
  await other.close();
});
