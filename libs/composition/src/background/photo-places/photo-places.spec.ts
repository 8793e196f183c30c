import { StorageUnavailable } from '@cairn/kernel';
import { CheckPhotos } from '@cairn/photo-places';
import { later, sabotaged } from '@cairn/testkit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { described, featuresOf, photoPlaces } from './photo-places.spec.kit.js';

const HOLIDAY = { kind: 'folder', path: 'holiday' } as const;
const ALL = { kind: 'folder', path: '' } as const;
const OWN = JSON.stringify({ type: 'Feature', geometry: null, properties: {} });

let places: ReturnType<typeof photoPlaces>;
let space: string;

beforeEach(async () => {
  places = photoPlaces();
  space = await places.addSpace();
});

const writeOwn = async (id: string, text = OWN) => {
  const rule = { onExists: 'replace', onNotExists: 'create', onConflict: 'error' } as const;
  await places.writer.write({ owner: 'alice', spaceId: space }, [{ id, text, rule }]);
};
interface Feature {
  readonly geometry: unknown;
  readonly properties: Readonly<Record<string, unknown>>;
}

const parsed: (text: string) => Feature = JSON.parse;
const firstOf = async (spaceId: string): Promise<Feature> => parsed((await places.texts(spaceId))[0] ?? '');
const versionOf = async () => (await places.features.statistics(space)).version;
const tag = (id: string, tags: readonly string[]) =>
  places.catalog.changeTags('alice', [id], { change: { kind: 'set', tags }, now: 1 });

describe('photos that come and go', () => {
  beforeEach(async () => {
    await places.link.execute('alice', HOLIDAY, space);
    await places.check();
  });

  it('become features, change with their tags and go with their images', async () => {
    const tags = ['Lake', 'Süd'];
    const file = { orientation: 6 };
    const photo = await places.addPhoto({ path: 'holiday/b ö', fileName: 'c.jpg', tags, file });
    await places.deliver();
    const { geometry, properties } = await firstOf(space);
    expect(properties['imageId']).toBe(photo.id);
    expect(geometry).toEqual({ type: 'Point', coordinates: [11.05, 47.42] });
    expect(properties).toMatchObject({
      name: 'c.jpg',
      path: 'holiday/b ö',
      capturedAt: '2026-05-06T07:08:09',
      tags,
      width: 480,
      height: 640,
      url: 'https://a.example/cdn/holiday/b%20%C3%B6/c.jpg',
      thumbnail: 'https://a.example/cdn/holiday/b%20%C3%B6/c.jpg?w=320',
      '@ns:com:here:xyz': { tags: ['lake', 'Süd'] },
    });
    await tag(photo.id, ['snow']);
    await places.deliver();
    expect((await firstOf(space)).properties['tags']).toEqual(['snow']);
    await places.catalog.remove('alice', photo.id);
    await places.deliver();
    expect(await places.texts(space)).toEqual([]);
  });

  it('are those of the folder and the account that have a position', async () => {
    const photo = await places.addPhoto();
    await places.addPhoto({ path: 'holidays' });
    await places.addPhoto({ owner: 'bob' });
    const later = await places.addPhoto({ description: undefined });
    await places.deliver();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo));
    await places.catalog.describe(later, described());
    await places.deliver();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo, later));
    await places.catalog.describe(photo, described({ position: undefined }));
    await places.deliver();
    expect(await places.idsOf(space)).toEqual(featuresOf(later));
  });

  it('are the same when events come again, late or in another order', async () => {
    const [kept, gone] = [await places.addPhoto(), await places.addPhoto()];
    await tag(kept.id, ['x']);
    await places.catalog.remove('alice', gone.id);
    await places.deliver();
    const [texts, version] = [await places.texts(space), await versionOf()];
    const events = (await places.outbox.list(0, 1_000)).map(({ event }) => event);
    await places.follow.handleAll([...events].reverse());
    await places.follow.handleAll(events);
    expect([await places.texts(space), await versionOf()]).toEqual([texts, version]);
  });

  it('wait where the store fails, and come again', async () => {
    const photo = await places.addPhoto();
    const { writer } = places;
    Object.assign(writer, { write: () => Promise.reject(new StorageUnavailable('not now')) });
    await expect(places.deliver()).rejects.toBeInstanceOf(StorageUnavailable);
    Reflect.deleteProperty(writer, 'write');
    await places.deliver();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo));
  });
});

describe('a link', () => {
  it('fills its space in steps, goes on where it was cut off, and keeps what else is there', async () => {
    const photos = [];
    for (let number = 0; number < 450; number += 1) photos.push(await places.addPhoto());
    await places.addPhoto({ path: 'elsewhere' });
    await writeOwn('mine');
    await places.link.execute('alice', HOLIDAY, space);
    let left = 2;
    const broken = sabotaged(places.catalog, {
      list: (...given) =>
        (left -= 1) < 0 ? Promise.reject(new StorageUnavailable('cut off')) : places.catalog.list(...given),
    });
    await places.check({ catalog: broken });
    const [cutOff] = await places.linksOf();
    expect(cutOff?.work).toMatchObject({ phase: 'placing', done: 400, fault: { code: 'photos-failed' } });
    places.clock.advance(60_000);
    await places.check();
    expect(await places.idsOf(space)).toEqual(['mine', ...featuresOf(...photos)]);
    const [filled] = await places.linksOf();
    expect(filled?.work).toEqual({ phase: 'idle', done: 450, dueAt: expect.any(Number) });
  });

  it('is looked at again after a day: what is missing, old or left over is put right', async () => {
    const [lost, stale] = [await places.addPhoto(), await places.addPhoto()];
    await places.link.execute('alice', ALL, space);
    await places.check();
    const texts = await places.texts(space);
    await places.features.erase(space, { now: 0 });
    await writeOwn(`photo-${stale.id}`);
    await writeOwn('photo-gone', OWN.replace('{}', '{"imageId":"gone"}'));
    await writeOwn('photo-mine');
    expect(await places.check()).toBe(0);
    places.clock.advance(25 * 60 * 60 * 1000);
    await places.check();
    expect(await places.idsOf(space)).toEqual([...featuresOf(lost, stale), 'photo-mine'].sort());
    const properties = (text: string): unknown => parsed(text).properties['url'];
    expect((await places.texts(space)).map(properties)).toEqual(
      expect.arrayContaining(texts.map(properties)),
    );
  });

  it('that ends takes its features along, but not those that another one has', async () => {
    const [both, one] = [await places.addPhoto(), await places.addPhoto({ path: 'work' })];
    await places.link.execute('alice', HOLIDAY, space);
    await places.link.execute('alice', ALL, space);
    await places.check();
    expect(await places.idsOf(space)).toEqual(featuresOf(both, one));
    await places.unlink.execute('alice', ALL);
    await places.check();
    expect(await places.idsOf(space)).toEqual(featuresOf(both));
    expect(await places.linksOf()).toHaveLength(1);
    await places.unlink.execute('alice', HOLIDAY);
    await places.check();
    expect([await places.idsOf(space), await places.linksOf()]).toEqual([[], []]);
  });

  it('to another space moves its features there', async () => {
    const photo = await places.addPhoto();
    const other = await places.addSpace();
    await places.link.execute('alice', HOLIDAY, space);
    await places.check();
    await places.link.execute('alice', HOLIDAY, other);
    await places.check();
    expect([await places.idsOf(space), await places.idsOf(other)]).toEqual([[], featuresOf(photo)]);
    expect((await places.linksOf()).map(({ spaceId }) => spaceId)).toEqual([other]);
  });

  it('of a key has what was uploaded with it', async () => {
    const photo = await places.addPhoto({ description: described({ keyId: 'k' }) });
    await places.addPhoto({ description: described({ keyId: 'other' }) });
    await places.link.execute('alice', { kind: 'key', keyId: 'k' }, space);
    await places.check();
    const later = await places.addPhoto({ description: described({ keyId: 'k' }), path: '' });
    await places.addPhoto();
    await places.deliver();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo, later));
  });

  it('tells why its space takes nothing, waits, and goes on once the space has changed', async () => {
    const set = (settings: { readonly readOnly: boolean }) =>
      places.spaces.update(space, (former) => ({ ...former, settings }));
    await set({ readOnly: true });
    await places.deliver();
    await places.link.execute('alice', HOLIDAY, space);
    const photo = await places.addPhoto();
    await places.check();
    const [link] = await places.linksOf();
    expect(link?.work).toMatchObject({ phase: 'blocked', fault: { code: 'space-read-only' } });
    expect(await places.check()).toBe(0);
    places.clock.advance(1_000);
    await places.addPhoto();
    await places.deliver();
    expect(await places.linksOf()).toEqual([link]);
    await places.check();
    await set({ readOnly: false });
    await places.deliver();
    await places.check();
    expect(await places.idsOf(space)).toContain(`photo-${photo.id}`);
    expect((await places.linksOf())[0]?.work).not.toHaveProperty('fault', expect.anything());
  });

  it('goes with its space, and only to a space of the same account', async () => {
    await places.link.execute('alice', HOLIDAY, space);
    await places.addPhoto();
    await places.spaces.remove(space, () => undefined);
    await places.deliver();
    await places.check();
    expect(await places.linksOf()).toEqual([]);
    const foreign = await places.addSpace();
    await expect(places.link.execute('bob', HOLIDAY, foreign)).rejects.toMatchObject({
      code: 'space-not-found',
    });
  });
});

it('an image that goes while its folder is filled has no feature afterwards', async () => {
  await places.link.execute('alice', HOLIDAY, space);
  const photo = await places.addPhoto();
  let delivered: Promise<void> | undefined;
  const catalog = sabotaged(places.catalog, {
    list: async (...given) => {
      const listed = await places.catalog.list(...given);
      if (delivered === undefined) {
        await places.catalog.remove('alice', photo.id);
        delivered = places.deliver();
        await later(); // it would be done by now
      }
      return listed;
    },
  });
  const signal = { aborted: false };
  await new CheckPhotos({ ...places, catalog }).execute({
    signal,
    report: () => (signal.aborted = true), // after the step that places
  });
  await delivered;
  expect(await places.idsOf(space)).toEqual([]);
});
