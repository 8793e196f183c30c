import { ManageGrants } from '@cairn/access';
import { createApplication, type InTransaction } from '@cairn/composition';
import {
  DeleteImage,
  OpenFile,
  ReadImage,
  ReadQuota,
  RecordUpload,
  UploadImage,
  type PreparedUpload,
} from '@cairn/images';
import { NotInTransaction } from '@cairn/kernel';
import { CountFeatures, CreateSpace, SearchFeatures, WriteFeatures } from '@cairn/spaces';
import { fixtures } from '@cairn/testkit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { caller, SharedDatabase, shareNewSpace } from './shared-database.spec.kit.js';

let club: SharedDatabase;
beforeAll(async () => (club = await SharedDatabase.open()));
afterAll(async () => await club.close());

describe('a transaction of the application', () => {
  it('with a pool stores everything or nothing, whichever part fails', async () => {
    const run = async (title: string, { fails = false } = {}): Promise<void> =>
      await club.application.transaction(club.pool, async ({ client, inner }) => {
        await shareNewSpace(inner, 'alice', title);
        await client.query('INSERT INTO space VALUES ($1)', [title]);
        if (fails) throw new Error('no');
      });
    await run('one');
    await expect(run('two', { fails: true })).rejects.toThrow('no');
    await expect(run('one')).rejects.toThrow('duplicate key'); // the application's own row
    expect([await club.titlesOf('alice'), await club.ownTitles('one')]).toEqual([['one'], ['one']]);
    const { items } = await club.application.get(ManageGrants).list('alice', { limit: 9 });
    expect(items).toHaveLength(1);
  });

  it('with a data source has its manager in the same transaction, and nests in one that is open', async () => {
    const insert = async (manager: EntityManager, title: string): Promise<void> =>
      void (await manager.query('INSERT INTO space VALUES ($1)', [title]));
    await club.application.transaction(club.source, async ({ manager, inner }) => {
      await insert(manager, 'typeorm 1');
      await shareNewSpace(inner, 'bob', 'typeorm 1');
    });
    await club.source.transaction(async (manager) => {
      await club.application.within(manager, async (inner) => await shareNewSpace(inner, 'bob', 'typeorm 2'));
      await insert(manager, 'typeorm 2');
    });
    club.application.committed();
    const undone = club.source.transaction(async (manager) => {
      await club.application.within(manager, async (inner) => await shareNewSpace(inner, 'bob', 'typeorm 3'));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect([await club.titlesOf('bob'), await club.ownTitles('typeorm')]).toEqual([
      ['typeorm 1', 'typeorm 2'],
      ['typeorm 1', 'typeorm 2'],
    ]);
  });

  it('writes features, few and many, with their space', async () => {
    const { id } = await club.application
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
      await club.application.get(CountFeatures).execute(caller('dave'), id);
    await club.application.transaction(club.pool, async ({ inner }) => await write(inner, 3_000));
    expect(await count()).toBe(3_000);
    const undone = club.application.transaction(club.pool, async ({ inner }) => {
      await write(inner, 3_500);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await count()).toBe(3_000);
  });

  it('whose connection is lost stores nothing, and harms no later one', async () => {
    const lost = club.application.transaction(club.pool, async ({ client, inner }) => {
      await shareNewSpace(inner, 'erin', 'lost');
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(lost).rejects.toThrow();
    expect(await club.titlesOf('erin')).toEqual([]);
    await club.application.transaction(
      club.pool,
      async ({ inner }) => await shareNewSpace(inner, 'erin', 'found'),
    );
    expect(await club.titlesOf('erin')).toEqual(['found']);
  });

  it('keeps the bytes of an image whose deletion is rolled back', async () => {
    const bytes = async function* () {
      yield Uint8Array.from(fixtures.png.bytes);
    };
    const details = async () => ({ name: 'lake.png' });
    const image = await club.application
      .get(UploadImage)
      .execute({ owner: 'carol', bytes: bytes(), details });
    const undone = club.application.transaction(club.pool, async ({ inner }) => {
      await inner.get(DeleteImage).execute('carol', image.id);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    const served = await club.application.get(OpenFile).execute('lake.png');
    const pieces: Uint8Array[] = [];
    for await (const piece of await served.read()) pieces.push(piece);
    expect(Buffer.concat(pieces).length).toBe(fixtures.png.bytes.length);
    await club.application.transaction(club.pool, async ({ inner }) => {
      await inner.get(DeleteImage).execute('carol', image.id);
    });
    expect(await club.application.get(ReadQuota).execute('carol')).toMatchObject({ imageCount: 0 });
  });

  it('records uploads that were prepared for it, and deletes the bytes of those it fails to record', async () => {
    const record = async (upload: PreparedUpload, { fails = false } = {}): Promise<void> =>
      await club.application.transaction(club.pool, async ({ inner }) => {
        await inner.get(RecordUpload).execute(upload);
        if (fails) throw new Error('no');
      });
    const [kept, refused] = [
      await club.prepared('frank', 'kept.png'),
      await club.prepared('frank', 'refused.png'),
    ];
    await record(kept);
    await expect(record(refused, { fails: true })).rejects.toThrow('no');
    await expect(record(refused)).rejects.toMatchObject({ code: 'upload-expired' });
    await record(kept); // as after a commit whose answer was lost
    expect(await club.namesOf('frank')).toEqual(['kept.png']);
    await club.nothingLeft();
  });

  it('records one image of the same bytes, and deletes those of the other at once', async () => {
    const existing = { existing: 'reuse' } as const;
    const uploads = [
      await club.prepared('grace', 'first.png', { ...existing, tags: ['sea'] }),
      await club.prepared('grace', 'second.png', { ...existing, tags: ['lake'] }),
    ];
    const record = async (upload: PreparedUpload) =>
      await club.application.transaction(club.pool, ({ inner }) => inner.get(RecordUpload).execute(upload));
    const images = await Promise.all(uploads.map(record));
    expect(new Set(images.map(({ id }) => id)).size).toBe(1);
    const [{ id } = { id: '' }] = images;
    const again = await Promise.allSettled(uploads.map(record));
    expect(again.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const image = await club.application.get(ReadImage).execute('grace', id);
    expect(image.tags.toSorted()).toEqual(['lake', 'sea']);
    await club.nothingLeft();
  });

  it('is not begun by a manager that is in none', async () => {
    const within = club.application.within(club.source.manager, async () => undefined);
    await expect(within).rejects.toThrow('This manager has no connection: take that of a transaction.');
  });

  it('refuses what needs a connection of its own, and says what', async () => {
    await club.application.transaction(club.pool, async ({ inner }) => {
      expect(() => inner.get(SearchFeatures)).toThrow(NotInTransaction);
      expect(() => inner.get(UploadImage)).toThrow('UploadImage cannot be done inside a transaction');
      expect(inner.get(WriteFeatures)).toBeInstanceOf(WriteFeatures);
      await Promise.resolve();
    });
  });
});

it('a database without transactions to join says so', async () => {
  const other = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  await expect(other.transaction(club.pool, async () => undefined)).rejects.toThrow(
    'Only a PostgreSQL database',
  );
  await other.close();
});
