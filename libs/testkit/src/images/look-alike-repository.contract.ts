import { addressOf, type Image } from '@cairn/images';
import { OUTBOX_START, type Position } from '@cairn/kernel';
import { assert } from '../assert.js';
import { anImage } from '../builders.js';
import type { Contract } from '../contract.js';
import { aDisposal, RESTORING } from '../trash/trash-ports.js';
import {
  addDescribed,
  changed,
  DCT,
  described,
  groupsOf,
  HASH,
  type LookAlikePorts,
} from './look-alike-images.js';

const idsOf = (...images: readonly Image[]): readonly string[] => images.map(({ id }) => id);

/** Rules for every `LookAlikeRepository`, with the catalog that it belongs to. */
export const lookAlikeRepositoryContract = {
  'an image is paired with those of its owner that differ in few bits of both hashes': async ({ open }) => {
    const ports = await open();
    const first = await addDescribed(ports);
    for (const [hash, dct] of [
      [changed(HASH, 9), DCT],
      [HASH, changed(DCT, 11)],
    ] as const)
      await addDescribed(ports, described(hash, dct));
    await addDescribed(ports, described(), { owner: 'bob' });
    assert.deepEqual(await groupsOf(ports), []);
    const near = await addDescribed(ports, described(changed(HASH, 8, 20), changed(DCT, 10, 20)));
    const { items } = await ports.lookAlikes.list('alice', { limit: 9 });
    assert.deepEqual(items, [
      { images: [near, first], pairs: [{ newerId: near.id, olderId: first.id, distance: 18 }] },
    ]);
    assert.deepEqual(await groupsOf(ports, 'bob'), []);
  },

  'a hash is found wherever its bits differ': async ({ open }) => {
    const ports = await open();
    const image = await addDescribed(ports);
    for (let from = 0; from < 64; from += 1) {
      const other = await addDescribed(ports, described(changed(HASH, 8, from)), { createdAt: 1 });
      assert.deepEqual(await groupsOf(ports), [[image.id, other.id]], `from bit ${from}`);
      await ports.catalog.remove('alice', other.id);
    }
  },

  'images with hardly any structure are left out, and so are those that cannot be decoded': async ({
    open,
  }) => {
    const ports = await open();
    const [few, many] = ['000000000000007f', 'ffffffffffffff80'];
    for (const hash of [few, few, many, many]) await addDescribed(ports, described(hash));
    for (let count = 0; count < 2; count += 1)
      await addDescribed(ports, { ...described(), appearance: 'unknown' });
    assert.deepEqual(await groupsOf(ports), []);
    for (let count = 0; count < 2; count += 1) await addDescribed(ports, described('00000000000000ff'));
    assert.equal((await groupsOf(ports)).length, 1);
  },

  'groups come by their newest image, page by page, with each image once': async ({ open }) => {
    const ports = await open();
    const groups: string[][] = [];
    for (const hash of [HASH, 'ff00ff00ff00ff00', '00000000ffffffff']) {
      const older = await addDescribed(ports, described(hash));
      const newer = await addDescribed(ports, described(changed(hash, 4)));
      // Like the older one only.
      const newest = await addDescribed(ports, described(changed(hash, 5, 20)));
      groups.unshift([...idsOf(newest, newer, older)]);
    }
    assert.deepEqual(await groupsOf(ports), groups);
    const listed: (readonly string[])[] = [];
    let after: Position | undefined;
    for (let pages = 0; pages === 0 || (after !== undefined && pages < 9); pages += 1) {
      const { items, next } = await ports.lookAlikes.list('alice', { limit: 2, after });
      listed.push(...items.map(({ images }) => images.map(({ id }) => id)));
      after = next;
    }
    assert.deepEqual(listed, groups);
  },

  'a group has no more than 50 images, and an image no more than 20 others that it is compared to': async ({
    open,
  }) => {
    const ports = await open();
    const added: Image[] = [];
    for (let count = 0; count < 60; count += 1) added.push(await addDescribed(ports));
    const { items } = await ports.lookAlikes.list('alice', { limit: 9 });
    const [group] = items;
    assert.equal(items.length, 1);
    assert.equal(group?.images.length, 50);
    assert.equal(group.images[0]?.id, added.at(-1)?.id);
    assert.ok(group.pairs.length <= 50 * 20);
  },

  'a removed image leaves its group, and one that is restored or added as it was comes back': async ({
    open,
  }) => {
    const ports = await open();
    const [older, newer] = [await addDescribed(ports), await addDescribed(ports)];
    await ports.catalog.remove('alice', newer.id, aDisposal());
    assert.deepEqual(await groupsOf(ports), []);
    await ports.catalog.restore('alice', newer.id, RESTORING);
    assert.deepEqual(await groupsOf(ports), [idsOf(newer, older)]);
    await ports.catalog.removeAll('alice', [older.id]);
    assert.deepEqual(await groupsOf(ports), []);
    const added = anImage({ description: described(), createdAt: 1 });
    await ports.catalog.add(added, 100);
    assert.deepEqual(await groupsOf(ports), [idsOf(newer, added)]);
  },

  'what is dismissed does not come back until it is recalled, or another image is like it': async ({
    open,
  }) => {
    const ports = await open();
    const images = [await addDescribed(ports), await addDescribed(ports), await addDescribed(ports)];
    const ids = idsOf(...images);
    assert.equal(await ports.lookAlikes.dismiss('alice', ids.slice(1)), 1);
    assert.equal(await ports.lookAlikes.dismiss('alice', ids), 2);
    assert.equal(await ports.lookAlikes.dismiss('alice', ids), 0);
    assert.deepEqual(await groupsOf(ports), []);
    assert.equal(await ports.lookAlikes.recall('alice', ids), 3);
    assert.deepEqual(await groupsOf(ports), [ids.toReversed()]);
    await ports.lookAlikes.dismiss('alice', ids);
    const another = await addDescribed(ports);
    assert.deepEqual(await groupsOf(ports), [[another.id, ...ids.toReversed()]]);
  },

  'nobody dismisses pairs of others': async ({ open }) => {
    const ports = await open();
    const images = [await addDescribed(ports), await addDescribed(ports)];
    assert.equal(await ports.lookAlikes.dismiss('bob', idsOf(...images)), 0);
    assert.equal((await groupsOf(ports)).length, 1);
    await ports.lookAlikes.dismiss('alice', idsOf(...images));
    assert.equal(await ports.lookAlikes.recall('bob', idsOf(...images)), 0);
    assert.deepEqual(await groupsOf(ports), []);
  },

  'a description with the same hashes keeps what was dismissed, and one with others is compared anew':
    async ({ open }) => {
      const ports = await open();
      const [older, newer] = [await addDescribed(ports), await addDescribed(ports)];
      await ports.lookAlikes.dismiss('alice', idsOf(older, newer));
      const placed = { ...described(), position: { longitude: 8, latitude: 50 } };
      await ports.catalog.describe(newer, placed);
      assert.deepEqual(await groupsOf(ports), []);
      await ports.catalog.describe(newer, described(changed(HASH, 20)));
      await ports.catalog.describe(newer, described());
      assert.deepEqual(await groupsOf(ports), [idsOf(newer, older)]);
    },

  'images that are described at one moment find each other': async ({ open }) => {
    const ports = await open();
    const images = Array.from({ length: 8 }, () => anImage());
    for (const image of images) await ports.catalog.add(image, 100);
    await Promise.all(images.map((image) => ports.catalog.describe(image, described())));
    const [group] = (await ports.lookAlikes.list('alice', { limit: 9 })).items;
    assert.equal(group?.images.length, 8);
    assert.equal(group.pairs.length, 28);
  },

  'the second hash of an image described before is announced to nobody, and any other change is': async ({
    open,
  }) => {
    const ports = await open();
    const [other, image] = [await addDescribed(ports), anImage()];
    await ports.catalog.add(image, 100);
    const { appearance, ...facts } = described();
    const { dctHash: _, ...former } = typeof appearance === 'object' ? appearance : {};
    const before = {
      ...described(),
      appearance: { color: '', thumbhash: '', perceptualHash: '', ...former },
    };
    await ports.catalog.describe(image, before);
    const announced = async (): Promise<number> => {
      const events = (await ports.outbox.list(OUTBOX_START, 100)).map(({ event }) => event);
      return events.filter(({ type, aggregateId }) => type === 'image-described' && aggregateId === image.id)
        .length;
    };
    assert.equal(await announced(), 1);
    await ports.catalog.describe(image, { ...facts, appearance });
    assert.equal(await announced(), 1);
    assert.deepEqual(await groupsOf(ports), [idsOf(image, other)]);
    const position = { longitude: 8, latitude: 50 };
    await ports.catalog.describe(image, { ...described(), position });
    assert.equal(await announced(), 2);
    assert.equal((await ports.catalog.findFile(addressOf(image)))?.imageId, image.id);
  },

  'pairs are there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const images = [await addDescribed(ports), await addDescribed(ports)];
    const others = [
      await addDescribed(ports, described('ff00ff00ff00ff00')),
      await addDescribed(ports, described('ff00ff00ff00ff00')),
    ];
    await ports.lookAlikes.dismiss('alice', idsOf(...others));
    assert.deepEqual(await groupsOf(await reopen(ports)), [idsOf(...images).toReversed()]);
  },
} satisfies Contract<LookAlikePorts>;
