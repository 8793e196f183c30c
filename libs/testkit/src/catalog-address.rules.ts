import { strict as assert } from 'node:assert';
import { addressOf, type CatalogRepository } from '@cairn/images';
import { anImage, hostedFileOf, several } from './builders.js';
import type { Contract } from './contract.js';
import { refusal, settle, assertAll } from './outcomes.js';

const ENOUGH = 1_000;

/** What a catalog promises of addresses. */
export const catalogAddressRules = {
  'a file is found at its very address and at no other': async ({ open }) => {
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

  'add refuses an address in use by anyone, and leaves nothing of the image': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    for (const owner of [image.owner, 'bob']) {
      const refused = anImage({ owner, fileName: image.fileName, tags: ['refused'] });
      assert.equal((await refusal(catalog.add(refused, ENOUGH))).code, 'address-taken');
      assert.equal((await refusal(catalog.get(owner, refused.id))).code, 'image-not-found');
      assert.deepEqual(await catalog.listByTag(owner, 'refused', { limit: 5 }), { items: [] });
      assert.equal((await catalog.usage(owner)).imageCount, owner === 'bob' ? 0 : 1);
      assert.equal(await catalog.needsBlob(refused.file.blobKey), false);
    }
    assert.deepEqual(await catalog.findFile(addressOf(image)), hostedFileOf(image));
  },

  'add refuses an address ever given, also when its image is gone': async ({ open }) => {
    const catalog = await open();
    const image = anImage();
    await catalog.add(image, ENOUGH);
    await catalog.remove(image.owner, image.id);
    for (const owner of [image.owner, 'bob']) {
      const refused = anImage({ owner, fileName: image.fileName });
      assert.equal((await refusal(catalog.add(refused, ENOUGH))).code, 'address-taken');
    }
    assert.equal(await catalog.findFile(addressOf(image)), undefined);
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

  'of many adds of one address at once exactly one wins': async ({ open }) => {
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
