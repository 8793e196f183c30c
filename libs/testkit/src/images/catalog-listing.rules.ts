import { assert } from '../assert.js';
import type { Image } from '@cairn/images';
import { positionOf, type CatalogRepository } from '@cairn/images/spi';
import { compareTexts } from '@cairn/kernel';
import { anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { assertListed } from '../listings.js';
import { mutate } from '../mutate.js';
import { unusualStrings } from '../unusual-strings.js';

const ENOUGH = 1_000;
const byId = (one: Image, other: Image): number => compareTexts(one.id, other.id);

/** Rules for listings of a catalog. */
export const catalogListingRules = {
  'images are listed newest first, then by descending identifier in code units, on pages of any size':
    async ({ open }) => {
      const catalog = await open();
      for (const id of ['b', 'Z', 'a', '9', 'B', 'z', 'A'])
        await catalog.add(anImage({ id, createdAt: 2_000 }), ENOUGH);
      await catalog.add(anImage({ id: 'newest', createdAt: 10_000 }), ENOUGH);
      await catalog.add(anImage({ id: 'oldest', createdAt: 999 }), ENOUGH);
      const expected = ['newest', 'z', 'b', 'a', 'Z', 'B', 'A', '9', 'oldest'];
      await assertListed((page) => catalog.listByTag('alice', 'sea', page), expected);
    },

  'a page goes on where the last one ended although images come and go': async ({ open }) => {
    const catalog = await open();
    const images = several(6, (number) => anImage({ createdAt: 10_000 - number }));
    for (const image of images) await catalog.add(image, ENOUGH);
    const first = await catalog.listByTag('alice', 'sea', { limit: 3 });
    assert.deepEqual(first.items, images.slice(0, 3));
    for (const image of several(2, () => anImage({ createdAt: 10_001 }))) await catalog.add(image, ENOUGH);
    for (const image of images.slice(2, 4)) await catalog.remove(image.owner, image.id);
    const second = await catalog.listByTag('alice', 'sea', { limit: 3, after: first.next });
    assert.deepEqual(second, { items: images.slice(4) });
  },

  'the last page names no next one, be it full, and none comes behind it': async ({ open }) => {
    const catalog = await open();
    const images = several(2, (number) => anImage({ createdAt: 10_000 - number }));
    for (const image of images) await catalog.add(image, ENOUGH);
    assert.deepEqual(await catalog.listByTag('alice', 'sea', { limit: 2 }), { items: images });
    for (const image of images.slice(-1)) {
      const after = positionOf(image);
      assert.deepEqual(await catalog.listByTag('alice', 'sea', { limit: 2, after }), { items: [] });
    }
  },

  'a tag is matched exactly': async ({ open }) => {
    const catalog = await open();
    const tags = [
      ...unusualStrings,
      'sea',
      'Sea',
      'SEA',
      's_a',
      's%',
      '%',
      '_',
      'seal',
      'se',
      'sea,sky',
      'séa',
    ];
    const images = tags.map((tag) => ({ tag, image: anImage({ tags: ['other', tag] }) }));
    for (const { image } of images) await catalog.add(image, ENOUGH);
    for (const { tag, image } of images) {
      assert.deepEqual(await catalog.listByTag('alice', tag, { limit: 5 }), { items: [image] }, tag);
    }
    for (const tag of ['', 'absent', 'other ', "'", '\0']) {
      assert.deepEqual(
        await catalog.listByTag('alice', tag, { limit: 5 }),
        { items: [] },
        JSON.stringify(tag),
      );
    }
  },

  'a listing shows its owner’s images and nobody else’s': async ({ open }) => {
    const catalog = await open();
    const images = ['alice', 'Alice', 'alice ', 'bob'].map((owner) => anImage({ owner }));
    for (const image of images) await catalog.add(image, ENOUGH);
    for (const image of images) {
      await assertListed((page) => catalog.listByTag(image.owner, 'sea', page), [image.id]);
    }
    await assertListed((page) => catalog.listByTag('%', 'sea', page), []);
  },

  'blobs are listed with their images by ascending key in code units, everyone’s': async ({ open }) => {
    const catalog = await open();
    const keys = ['b', 'Z', 'a', '9', 'B', 'aa', 'z0', 'A', 'z'];
    for (const blobKey of keys) {
      await catalog.add(
        anImage({ id: `of-${blobKey}`, owner: `owner-${blobKey}`, file: { blobKey } }),
        ENOUGH,
      );
    }
    const expected = ['9', 'A', 'B', 'Z', 'a', 'aa', 'b', 'z', 'z0'];
    const references = expected.map((blobKey) => ({ blobKey, imageId: `of-${blobKey}` }));
    assert.deepEqual(await catalog.listBlobs(100, undefined), references);
    assert.deepEqual(await catalog.listBlobs(4, undefined), references.slice(0, 4));
    assert.deepEqual(await catalog.listBlobs(4, 'Z'), references.slice(4, 8));
    assert.deepEqual(await catalog.listBlobs(4, 'Y'), references.slice(3, 7));
    assert.deepEqual(await catalog.listBlobs(4, 'z0'), []);
  },

  'find gives those of the images that the owner has, each once': async ({ open }) => {
    const catalog = await open();
    const [first, second, foreign] = [anImage(), anImage(), anImage({ owner: 'bob' })];
    for (const image of [first, second, foreign]) await catalog.add(image, ENOUGH);
    const ids = [second.id, 'never-existed', foreign.id, first.id, second.id];
    const found = await catalog.find('alice', ids);
    assert.deepEqual([...found].sort(byId), [first, second].sort(byId));
    mutate(found);
    assert.deepEqual(await catalog.find('alice', [first.id]), [first]);
    assert.deepEqual(await catalog.find('alice', []), []);
  },
} satisfies Contract<CatalogRepository>;
