import { assert } from '../assert.js';
import { addressOf, type Image } from '@cairn/images';
import type { CatalogRepository } from '@cairn/images/spi';
import { anImage, hostedFileOf, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection, settle, assertAll } from '../outcomes.js';

const ENOUGH = 1_000;

/** Rules for the addresses of images. */
export const catalogAddressRules = {
  'a file is found at its exact address only': async ({ open }) => {
    const catalog = await open();
    const image = anImage({ path: 'Trip_1', fileName: 'Beach.jpg' });
    const top = anImage({ path: '', fileName: 'Beach.jpg' });
    for (const each of [image, top]) await catalog.add(each, ENOUGH);
    assert.deepEqual(await catalog.findFile('Trip_1/Beach.jpg'), hostedFileOf(image));
    assert.deepEqual(await catalog.findFile('Beach.jpg'), hostedFileOf(top));
    for (const address of [
      'trip_1/beach.jpg',
      'Trip%1/Beach.jpg',
      'Trip_1',
      '/Beach.jpg',
      'Beach.jpg ',
      '',
      '\0',
    ]) {
      assert.equal(await catalog.findFile(address), undefined, JSON.stringify(address));
    }
  },

  'an erased address is given to anybody, or to nobody if its digest is kept': async ({ open }) => {
    const catalog = await open();
    const [kept, gone] = [anImage(), anImage()];
    for (const image of [kept, gone]) await catalog.add(image, ENOUGH);
    await catalog.remove(gone.owner, gone.id);
    assert.equal(await catalog.eraseAddresses('bob', 'nothing'), 0);
    assert.equal(await catalog.eraseAddresses(gone.owner, 'nothing'), 1);
    const { fileName } = gone;
    await catalog.add(anImage({ owner: 'bob', fileName }), ENOUGH);
    await catalog.remove(kept.owner, kept.id);
    assert.equal(await catalog.eraseAddresses(kept.owner, 'digests'), 1);
    assert.equal(await catalog.eraseAddresses(kept.owner, 'nothing'), 0);
    assert.deepEqual(await catalog.freedAddresses(kept), []);
    for (const owner of ['bob', kept.owner]) {
      const again = anImage({ owner, fileName: kept.fileName, file: { sha256: kept.file.sha256 } });
      assert.equal((await rejection(catalog.add(again, ENOUGH))).code, 'address-taken');
      assert.equal((await rejection(catalog.get(owner, again.id))).code, 'image-not-found');
    }
  },

  'the addresses of an image that is there are not erased': async ({ open }) => {
    const catalog = await open();
    const image = anImage({ path: 'before' });
    await catalog.add(image, ENOUGH);
    const moved = await catalog.update(image.owner, image.id, { path: 'behind', now: image.updatedAt + 1 });
    assert.equal(await catalog.eraseAddresses(image.owner, 'nothing'), 0);
    for (const address of [addressOf(image), addressOf(moved)])
      assert.deepEqual(await catalog.findFile(address), hostedFileOf(moved));
  },

  'add refuses an address in use by anyone, and leaves nothing of the image': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    for (const owner of [image.owner, 'bob']) {
      const refused = anImage({
        owner,
        fileName: image.fileName,
        tags: ['refused'],
        file: { sha256: image.file.sha256 },
      });
      assert.equal((await rejection(catalog.add(refused, ENOUGH))).code, 'address-taken');
      assert.equal((await rejection(catalog.get(owner, refused.id))).code, 'image-not-found');
      assert.deepEqual(await catalog.listByTag(owner, 'refused', { limit: 5 }), { items: [] });
      assert.equal((await catalog.usage(owner)).imageCount, owner === 'bob' ? 0 : 1);
      assert.equal(await catalog.needsBlob(refused.file.blobKey), false);
    }
    assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
  },

  'add refuses an address whose image is gone to other bytes and to other owners': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    await catalog.remove(image.owner, image.id);
    const { owner, fileName } = image;
    const { sha256 } = image.file;
    for (const refused of [
      anImage({ owner, fileName }),
      anImage({ owner: 'bob', fileName }),
      anImage({ owner: 'bob', fileName, file: { sha256 } }),
    ]) {
      assert.equal((await rejection(catalog.add(refused, ENOUGH))).code, 'address-taken');
      assert.equal(await catalog.findFile(addressOf(image)), undefined);
    }
  },

  'an address whose image is gone is the same bytes’ of the same owner again, time after time': async ({
    open,
  }) => {
    const catalog = await open();
    const first = anImage();
    await catalog.add(first, ENOUGH);
    for (let round = 1; round <= 3; round += 1) {
      const [current] = (await catalog.listByTag(first.owner, 'sea', { limit: 1 })).items;
      await catalog.remove(first.owner, current?.id ?? '');
      const again = sameBytes(first);
      await catalog.add(again, ENOUGH);
      assert.deepEqual(await catalog.findFile(addressOf(again)), hostedFileOf(again));
      assert.equal((await rejection(catalog.add(sameBytes(first), ENOUGH))).code, 'address-taken');
    }
  },

  'of concurrent adds of bytes whose address is free again exactly one succeeds': async ({ open }) => {
    const catalog = await open();
    const first = anImage();
    await catalog.add(first, ENOUGH);
    let holder: Image = first;
    for (let round = 1; round <= 3; round += 1) {
      await catalog.remove(holder.owner, holder.id);
      const rivals = several(20, () => sameBytes(first));
      const { values, refusals } = await settle(
        rivals.map((rival) => catalog.add(rival, ENOUGH).then(() => rival)),
      );
      assertAll(refusals, 19, 'address-taken');
      holder = values[0] ?? first;
      assert.deepEqual(await catalog.findFile(addressOf(holder)), hostedFileOf(holder));
      assert.equal((await catalog.listBlobs(100, undefined)).length, 1);
    }
  },

  'the freed addresses are those of the owner’s removed images with the same bytes': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    const { owner } = image;
    const others = [
      anImage({ owner: 'bob', file: image.file }),
      anImage(),
      anImage({ fileName: 'kept.jpg', file: { sha256: image.file.sha256 } }),
    ].map((other, number) => ({ ...other, file: { ...other.file, blobKey: `other${number}` } }));
    for (const each of [image, ...others]) await catalog.add(each, ENOUGH);
    assert.deepEqual(await catalog.freedAddresses(image), []);
    for (const each of [image, ...others.slice(0, 2)]) await catalog.remove(each.owner, each.id);
    assert.deepEqual(await catalog.freedAddresses(image), [addressOf(image)]);
    assert.deepEqual(await catalog.freedAddresses({ ...image, owner: `${owner} ` }), []);
    await catalog.add(sameBytes(image), ENOUGH);
    assert.deepEqual(await catalog.freedAddresses(image), []);
  },

  'addresses that differ in case, accent form or a space are several': async ({ open }) => {
    const catalog = await open();
    const names = [
      'caf\u00e9.png',
      'cafe\u0301.png',
      'Caf\u00e9.png',
      'cafe.png',
      'caf\u00e9.png ',
      'caf%.png',
      'caf_.png',
    ];
    const images = names.map((fileName) => anImage({ fileName }));
    for (const image of images) await catalog.add(image, ENOUGH);
    for (const image of images)
      assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
  },

  'of concurrent adds of one address exactly one succeeds': async ({ open }) => {
    const catalog = await open();
    for (let round = 1; round <= 3; round += 1) {
      const fileName = `contested-${round}.jpg`;
      const rivals = several(20, (number) => anImage({ owner: `owner-${number}`, fileName }));
      const { values, refusals } = await settle(
        rivals.map((rival) => catalog.add(rival, ENOUGH).then(() => rival)),
      );
      assertAll(refusals, 19, 'address-taken');
      assert.deepEqual(await catalog.findFile(`holiday/${fileName}`), values.map(hostedFileOf)[0]);
      assert.equal((await catalog.listBlobs(100, undefined)).length, round);
    }
  },
} satisfies Contract<CatalogRepository>;

/** Another image with the same owner, path and bytes. */
function sameBytes({ owner, fileName, file: { sha256 } }: Image): Image {
  return anImage({ owner, fileName, file: { sha256 } });
}
