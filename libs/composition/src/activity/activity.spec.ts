import type { AuditEntry, Caller } from '@cairn/access';
import { AuditTrail } from '@cairn/access/spi';
import { ChangeAlbum, CreateAlbum, DeleteImage, UploadImage } from '@cairn/images';
import { CreateSpace, ownerCaller } from '@cairn/spaces';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createApplication, type Application } from '../application.js';
import { NameThings } from './name-things.js';
import { ReadActivity } from './read-activity.js';

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const NOW = 1_800_000_000_000;
const alice: Caller = { accountId: 'alice', scopes: ['keys:manage'] };

let application: Application;
let made = 0;

const entry = (given: Partial<AuditEntry> = {}): AuditEntry => ({
  id: `e${(made += 1)}`,
  at: NOW + made,
  accountId: 'alice',
  principal: 'user:ada',
  operation: 'deleteAlbum',
  status: 200,
  ...given,
});
const upload = async (owner: string, path = 'trip'): Promise<string> => {
  const bytes = (async function* () {
    yield PNG;
  })();
  const details = async () => ({ name: 'harbour.png', path, visibility: 'private' as const });
  return (await application.get(UploadImage).execute({ owner, bytes, details })).id;
};
const albumOf = async (owner: string): Promise<string> =>
  (await application.get(CreateAlbum).execute(owner, { title: 'Summer', imageIds: [] })).album.album.id;
const named = async (...entries: readonly AuditEntry[]) =>
  (await application.get(NameThings).execute(entries.map((one) => ({ entry: one })))).map(
    ({ thing }) => thing,
  );

beforeEach(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
});
afterEach(() => application.close());

describe('NameThings', () => {
  it('names what there is, and what is in the trash, as people see it', async () => {
    const [image, gone, album] = [await upload('alice'), await upload('alice', 'b'), await albumOf('alice')];
    await application.get(DeleteImage).execute('alice', gone);
    const before = entry({ thing: { type: 'album', id: album } });
    await application.get(ChangeAlbum).remove({ owner: 'alice', id: album }, 'user:ada');
    const things = await named(
      before,
      entry({ thing: { type: 'image', id: image } }),
      entry({ thing: { type: 'image', id: gone } }),
      entry({ images: [image], imageCount: 1 }),
      entry({ images: [image, gone], imageCount: 2 }),
      entry({ thing: { type: 'folder', id: 'a/b' } }),
    );
    expect(things.map((thing) => thing && [thing.type, thing.title])).toEqual([
      ['album', 'Summer'],
      ['image', 'harbour.png'],
      ['image', 'harbour.png'],
      ['folder', 'trip'],
      undefined,
      ['folder', 'a/b'],
    ]);
  });

  it('tells nothing of things of another account, whatever an entry asks for', async () => {
    const [image, album] = [await upload('bob'), await albumOf('bob')];
    const settings = { id: 'towns', title: 'Towns', description: '', settings: {} };
    await application.get(CreateSpace).execute(ownerCaller({ owner: 'bob' }), settings);
    const things = await named(
      entry({ thing: { type: 'image', id: image } }),
      entry({ thing: { type: 'album', id: album } }),
      entry({ thing: { type: 'space', id: 'towns' } }),
      entry({ thing: { type: 'link', id: 'none' } }),
      entry({ thing: { type: 'key', id: 'none' } }),
      entry({ images: [image], imageCount: 1 }),
    );
    expect(things.map((thing) => thing?.title)).toEqual(Array(6).fill(undefined));
  });
});

describe('ReadActivity', () => {
  it('sums up rows and shows what there is still of their images', async () => {
    const [image, gone] = [await upload('alice'), await upload('alice', 'b')];
    await application.get(DeleteImage).execute('alice', gone);
    const first = entry({ operation: 'uploadImage', images: [image], imageCount: 1 });
    const joined = entry({
      operation: 'uploadImage',
      images: [gone, 'purged'],
      imageCount: 2,
      joinedTo: { first: first.id, place: 1 },
    });
    const foreign = entry({ accountId: 'bob', images: [image] });
    await application.get(AuditTrail).append([first, joined, foreign]);
    const { items } = await application
      .get(ReadActivity)
      .execute(alice, { accountId: 'alice' }, { limit: 10 });
    expect(items).toMatchObject([{ count: 2, imageCount: 3, lastAt: joined.at }]);
    expect(items[0]?.pictures.map(({ id, name, image: there }) => [id, name, there?.id])).toEqual([
      [image, 'harbour.png', image],
      [gone, 'harbour.png', undefined],
    ]);
    const all = { limit: 10 };
    const others = application.get(ReadActivity).execute(alice, { accountId: 'bob' }, all);
    await expect(others).rejects.toMatchObject({ code: 'scope-missing' });
  });
});
