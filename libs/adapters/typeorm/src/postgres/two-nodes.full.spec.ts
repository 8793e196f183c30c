import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addressOf } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { MapChanged } from '@cairn/maps';
import { openTestPostgres } from '@cairn/services';
import {
  anAccount,
  anAlbum,
  anApiKey,
  anImage,
  aLayer,
  aMap,
  aSpace,
  hostedFileOf,
  several,
} from '@cairn/testkit';
import pg from 'pg';
import { TypeOrmAccountRepository } from '../access/typeorm-account-repository.js';
import { TypeOrmApiKeyRepository } from '../access/typeorm-api-key-repository.js';
import { SqlLookAlikeRepository } from '../images/sql-look-alike-repository.js';
import { TypeOrmAlbumRepository } from '../images/typeorm-album-repository.js';
import { SqlCatalogRepository } from '../images/sql-catalog-repository.js';
import { TypeOrmMapRepository } from '../maps/typeorm-map-repository.js';
import { TypeOrmSpaceRepository } from '../spaces/typeorm-space-repository.js';
import { openPostgres } from './open-postgres.js';
import type { PostgresDatabase } from './postgres-database.js';

const ENOUGH = 1_000;

const server = await openTestPostgres();

afterAll(() => server.close());

/** The error codes of rejected attempts. */
async function refusals(attempts: readonly Promise<unknown>[]): Promise<unknown[]> {
  const outcomes = await Promise.allSettled(attempts);
  return outcomes.flatMap((outcome) => {
    if (outcome.status === 'fulfilled') return [];
    const { reason } = outcome as { readonly reason: { readonly code?: unknown } };
    return [reason.code];
  });
}

describe(`two nodes on one ${server.name}`, () => {
  let url: string;
  let first: PostgresDatabase;
  let second: PostgresDatabase;

  beforeEach(async () => {
    url = await server.fresh();
    [first, second] = await Promise.all([openPostgres({ url }), openPostgres({ url })]);
  });

  afterEach(async () => {
    await Promise.all([first.close(), second.close()]);
  });

  const catalogs = (): [CatalogRepository, CatalogRepository] => [
    new SqlCatalogRepository(first),
    new SqlCatalogRepository(second),
  ];

  const deadlocks = async (): Promise<number> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ readonly deadlocks: string }>(
      'SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()',
    );
    await client.end();
    return Number(rows[0]?.deadlocks);
  };

  it('show each other’s images, and their removal, at once', async () => {
    const [one, other] = catalogs();
    const image = anImage();
    await one.add(image, ENOUGH);
    for (const catalog of [one, other])
      expect(await catalog.findFile(addressOf(image))).toEqual(hostedFileOf(image));
    await other.remove(image.owner, image.id);
    for (const catalog of [one, other]) expect(await catalog.findFile(addressOf(image))).toBeUndefined();
  });

  it('show each other’s changes of a map at once, and make one of two of the same version', async () => {
    const [one, other] = [new TypeOrmMapRepository(first), new TypeOrmMapRepository(second)];
    const map = aMap({ layers: [aLayer()] });
    await one.insert(map);
    expect(await other.get(map)).toEqual(map);
    const changed = await one.update(map, (stored) => ({
      ...stored,
      version: 2,
      layers: [aLayer(), aLayer()],
    }));
    expect(await other.get(map)).toEqual(changed);
    const attempts = [one, other].map((maps) =>
      maps.update(map, (stored) => {
        if (stored.version !== 2) throw new MapChanged(stored.version);
        return { ...stored, version: 3 };
      }),
    );
    expect(await refusals(attempts)).toEqual(['map-changed']);
    await other.remove(map);
    expect(await one.find(map)).toBeUndefined();
  });

  it('compare an image with one that is being changed without waiting for it', async () => {
    const [catalog] = catalogs();
    const appearance = {
      color: '#102030',
      thumbhash: 'AAAA',
      perceptualHash: '0f0f0f0f0f0f0f0f',
      dctHash: '3333333333333333',
    };
    const description = { uploadSha256: 'ab'.repeat(32), removed: [], appearance };
    const [older, newer] = [anImage({ description }), anImage({ description, createdAt: Date.now() })];
    await catalog.add(older, ENOUGH);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM image WHERE id = $1 FOR UPDATE', [older.id]);
    await catalog.add(newer, ENOUGH);
    await client.query('SELECT 1 FROM catalog WHERE owner = $1 FOR UPDATE', [older.owner]);
    await client.query('COMMIT');
    await client.end();
    const { items } = await new SqlLookAlikeRepository(first).list(older.owner, { limit: 5 });
    expect(items.map(({ images }) => images.map(({ id }) => id))).toEqual([[newer.id, older.id]]);
  });

  it('add the same images to an album once, and none waits for another in a circle', async () => {
    const [one, other] = catalogs();
    const albums = [new TypeOrmAlbumRepository(first), new TypeOrmAlbumRepository(second)];
    const key = { owner: 'alice', id: 'party' };
    await albums[0]?.add(anAlbum(key), { imageIds: [], maxImages: ENOUGH });
    for (let round = 0; round < 10; round += 1) {
      const sent = anImage({ path: '' });
      const [gone, kept] = [anImage(), anImage()];
      for (const image of [gone, kept]) await one.add(image, ENOUGH);
      const bytes = { now: 1, defaultQuota: ENOUGH * sent.file.sizeInBytes };
      const terms = { defaultQuota: ENOUGH, bytes, compared: 'served', maxImages: ENOUGH } as const;
      const added = await Promise.all([
        ...several(8, (index) =>
          albums[index % 2]?.addOrFind(key, {
            image: anImage({ path: '', file: { sha256: sent.file.sha256 } }),
            ...terms,
          }),
        ),
        ...several(4, (index) => (index % 2 === 0 ? one : other).add(anImage(), ENOUGH, bytes)),
        albums[1]?.place(key, { imageIds: [gone.id, kept.id], now: 1, maxImages: ENOUGH }),
        other.remove('alice', gone.id),
      ]);
      const ids = added
        .slice(0, 8)
        .map((image) => (typeof image === 'object' && 'id' in image ? image.id : ''));
      expect(new Set(ids).size).toBe(1);
    }
    expect(await albums[0]?.get(key)).toMatchObject({ imageCount: 20 });
    expect(await deadlocks()).toBe(0);
  });

  it('refuse a key at once that was revoked on either', async () => {
    const [one, other] = [new TypeOrmApiKeyRepository(first), new TypeOrmApiKeyRepository(second)];
    const key = anApiKey();
    await one.add(key);
    for (const keys of [one, other])
      expect(await keys.findByDigest(key.digest)).toMatchObject({ id: key.id });
    await other.revoke(key.id, { at: 5, lastAdmin: 'revoke' });
    for (const keys of [one, other])
      expect(await keys.findByDigest(key.digest)).toMatchObject({ revokedAt: 5 });
  });

  it('store exactly as many images of an owner as the quota allows: 20 rounds of 50 concurrent adds', async () => {
    const both = catalogs();
    const [one] = both;
    for (const owner of several(20, (round) => `owner-${round}`)) {
      const attempts = several(25, () => both.map((catalog) => catalog.add(anImage({ owner }), 10))).flat();
      expect(await refusals(attempts)).toEqual(Array<string>(40).fill('quota-exceeded'));
      expect(await one.usage(owner)).toEqual({ imageCount: 10 });
      expect((await one.listByTag(owner, 'sea', { limit: 50 })).items).toHaveLength(10);
    }
  });

  it('count an image removed on both concurrently as removed once', async () => {
    const both = catalogs();
    const [one] = both;
    const images = several(20, () => anImage());
    for (const image of images) await one.add(image, ENOUGH);
    const attempts = images.flatMap(({ owner, id }) => both.map((catalog) => catalog.remove(owner, id)));
    expect(await refusals(attempts)).toEqual(Array<string>(20).fill('image-not-found'));
    expect(await one.usage('alice')).toEqual({ imageCount: 0 });
  });

  it('do not conflict when they add and remove images of one owner concurrently', async () => {
    const both = catalogs();
    for (let round = 1; round <= 5; round += 1) {
      const images = several(40, () => anImage());
      for (const image of images) await both[0].add(image, ENOUGH);
      const changes = images.flatMap((image, number) => {
        const [one, other] = number % 2 === 0 ? both : [both[1], both[0]];
        return [one.remove(image.owner, image.id), other.add(anImage(), ENOUGH)];
      });
      await Promise.all(changes);
    }
    expect(await both[1].usage('alice')).toEqual({ imageCount: 200 });
    expect(await deadlocks()).toBe(0);
  });

  it('create one first account when both start concurrently', async () => {
    const both = [new TypeOrmAccountRepository(first), new TypeOrmAccountRepository(second)];
    const attempts = several(10, () => both.map((accounts) => accounts.addFirst(anAccount()))).flat();
    const given = await Promise.all(attempts);
    expect(new Set(given.map((account) => account.id)).size).toBe(1);
    expect((await both[0]?.list({ limit: 50 }))?.items).toEqual(given.slice(0, 1));
  });

  it('lose no change of a space that both change concurrently', async () => {
    const both = [new TypeOrmSpaceRepository(first), new TypeOrmSpaceRepository(second)];
    const [one] = both;
    const space = aSpace({ title: '' });
    await one?.add(space);
    const append = (current: typeof space): typeof space => ({ ...current, title: `${current.title}x` });
    await Promise.all(several(30, () => both.map((spaces) => spaces.update(space.id, append))).flat());
    expect(await one?.get(space.id)).toMatchObject({ title: 'x'.repeat(60) });
  });
});
