import { assert } from '../assert.js';
import { addressOf, type Image } from '@cairn/images';
import { anImage, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aDisposal, ENOUGH, NOW, type TrashPorts } from '../trash/trash-ports.js';
import { rejection, settle } from '../outcomes.js';

/** What images and the trash are counted by. */
export type SharedBlobPorts = Pick<TrashPorts, 'catalog' | 'byteQuotas' | 'trash'>;

const SIZE = 100;
const ROUNDS = 8;

const original = (given: Partial<Omit<Image, 'file'>> = {}): Image =>
  anImage({ ...given, file: { sizeInBytes: SIZE } });

/** An image with the blob of another. */
const copyOf = ({ file }: Image, given: Partial<Omit<Image, 'file'>> = {}): Image =>
  anImage({ path: 'copies', ...given, file });

const used = async ({ byteQuotas }: SharedBlobPorts): Promise<number> =>
  (await byteQuotas.usage('alice', NOW)).used;

async function addCopies({ catalog }: SharedBlobPorts, of: Image, count: number): Promise<readonly Image[]> {
  const copies = several(count, () => copyOf(of));
  for (const copy of copies) await catalog.addCopy(copy, { of: of.id, defaultQuota: ENOUGH });
  return copies;
}

/** Adds an image, and a copy. */
async function aPair(ports: SharedBlobPorts): Promise<readonly [Image, Image]> {
  const image = original();
  await ports.catalog.add(image, ENOUGH);
  const [copy] = await addCopies(ports, image, 1);
  assert.ok(copy);
  return [image, copy];
}

/** Rules for images of an owner that share a blob. */
export const sharedBlobsContract = {
  'a copy is an image like any other, with the blob of the first': async ({ open }) => {
    const ports = await open();
    const { catalog } = ports;
    const [image, copy] = await aPair(ports);
    assert.deepEqual(await catalog.get('alice', copy.id), copy);
    assert.deepEqual(await catalog.find('alice', [copy.id]), [copy]);
    assert.equal((await catalog.findFile(addressOf(copy)))?.blobKey, image.file.blobKey);
    assert.equal((await catalog.findFile(addressOf(image)))?.blobKey, image.file.blobKey);
    const { items } = await catalog.listByTag('alice', 'sea', { limit: 9 });
    assert.deepEqual(
      items.map(({ file }) => file.blobKey),
      [image.file.blobKey, image.file.blobKey],
    );
    const moved = await catalog.update('alice', copy.id, { path: 'moved', now: NOW });
    assert.deepEqual(await catalog.get('alice', copy.id), moved);
    assert.equal(moved.file.blobKey, image.file.blobKey);
  },

  'a copy counts as an image, and its bytes once': async ({ open }) => {
    const ports = await open();
    const before = await ports.catalog.total();
    await ports.byteQuotas.setQuota('alice', SIZE);
    const [image] = await aPair(ports);
    await addCopies(ports, image, 2);
    assert.equal(await used(ports), SIZE);
    assert.equal((await ports.catalog.usage('alice')).imageCount, 4);
    const { imageCount, sizeInBytes } = await ports.catalog.total();
    assert.deepEqual([imageCount, sizeInBytes], [before.imageCount + 4, before.sizeInBytes + SIZE]);
    const past = ports.catalog.addCopy(copyOf(image), { of: image.id, defaultQuota: 4 });
    assert.equal((await rejection(past)).code, 'quota-exceeded');
  },

  'a copy is of an image that its owner has, with this blob': async ({ open }) => {
    const ports = await open();
    const { catalog } = ports;
    const [image] = await aPair(ports);
    const [removed] = await addCopies(ports, image, 1);
    assert.ok(removed);
    await catalog.remove('alice', removed.id, aDisposal());
    const wrong = [
      { copy: copyOf(image), of: 'nothing' },
      { copy: copyOf(image), of: removed.id },
      { copy: copyOf(image, { owner: 'bob' }), of: image.id },
      { copy: original(), of: image.id },
    ];
    for (const { copy, of } of wrong) {
      const refused = await rejection(catalog.addCopy(copy, { of, defaultQuota: ENOUGH }));
      assert.equal(refused.code, 'image-not-found');
    }
    assert.equal((await catalog.usage('alice')).imageCount, 2);
    assert.deepEqual(await catalog.usage('bob'), { imageCount: 0 });
  },

  'an address that is taken is AddressTaken for a copy too, which then is not there': async ({ open }) => {
    const ports = await open();
    const [image] = await aPair(ports);
    const { path, fileName } = image;
    const taken = copyOf(image, { path, fileName });
    const terms = { of: image.id, defaultQuota: ENOUGH };
    assert.equal((await rejection(ports.catalog.addCopy(taken, terms))).code, 'address-taken');
    assert.equal((await ports.catalog.usage('alice')).imageCount, 2);
  },

  'a blob is listed once, by ascending key, page by page': async ({ open }) => {
    const ports = await open();
    const { catalog } = ports;
    const images = several(5, () => original());
    for (const image of images) await catalog.add(image, ENOUGH);
    for (const image of images) await addCopies(ports, image, 3);
    const [first, second, third] = images;
    assert.ok(first && second && third);
    await catalog.remove('alice', first.id); // its copies remain
    await catalog.remove('alice', second.id, aDisposal());
    for (const { id } of (await catalog.listByTag('alice', 'sea', { limit: 99 })).items) {
      const { file } = await catalog.get('alice', id);
      if (file.blobKey === third.file.blobKey) await catalog.remove('alice', id, aDisposal());
    }
    const listed: string[] = [];
    for (let after: string | undefined; ;) {
      const page = await catalog.listBlobs(2, after);
      if (page.length === 0) break;
      listed.push(...page.map(({ blobKey }) => blobKey));
      after = listed.at(-1);
    }
    assert.deepEqual(listed, images.map(({ file }) => file.blobKey).sort());
  },

  'the blob is needed and counted until the last image with it is removed, in any order': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog } = ports;
    for (const turn of [0, 1]) {
      const pair = await aPair(ports);
      const [first, last] = turn === 0 ? pair : [pair[1], pair[0]];
      const { blobKey } = first.file;
      await catalog.remove('alice', first.id);
      assert.equal(await catalog.needsBlob(blobKey), true);
      assert.equal(await used(ports), SIZE);
      assert.deepEqual(await catalog.get('alice', last.id), last);
      await addCopies(ports, last, 1);
      const { items } = await catalog.listByTag('alice', 'sea', { limit: 9 });
      assert.deepEqual(
        items.map(({ file }) => file.blobKey),
        [blobKey, blobKey],
      );
      await catalog.removeAll(
        'alice',
        items.map(({ id }) => id),
      );
      assert.equal(await catalog.needsBlob(blobKey), false);
      assert.equal(await used(ports), 0);
    }
  },

  'images of one blob go to the trash and come back, each for itself': async ({ open }) => {
    const ports = await open();
    const { catalog } = ports;
    const [image, copy] = await aPair(ports);
    for (const { id } of [copy, image]) await catalog.remove('alice', id, aDisposal());
    assert.equal(await used(ports), SIZE);
    assert.deepEqual(await catalog.getRemoved('alice', copy.id), copy);
    for (const { id } of [copy, image])
      await catalog.restore('alice', id, { defaultQuota: ENOUGH, now: NOW });
    assert.deepEqual(await catalog.get('alice', copy.id), copy);
    assert.deepEqual(await catalog.get('alice', image.id), image);
    assert.equal(await used(ports), SIZE);
    await catalog.removeAll('alice', [image.id, copy.id], aDisposal());
    assert.equal(await used(ports), SIZE);
    assert.equal(await ports.trash.purge('alice', [image.id]), 1);
    assert.equal(await used(ports), SIZE);
    assert.equal(await catalog.needsBlob(image.file.blobKey), true);
    assert.equal(await ports.trash.purge('alice', [copy.id]), 1);
    assert.equal(await used(ports), 0);
    assert.equal(await catalog.needsBlob(image.file.blobKey), false);
  },

  'bytes of a copy in the trash are counted while another image has them, whatever the trash counts': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog } = ports;
    const [image, copy] = await aPair(ports);
    await catalog.remove('alice', copy.id, aDisposal({ countsBytes: false }));
    assert.equal(await used(ports), SIZE);
    await catalog.remove('alice', image.id, aDisposal({ countsBytes: false }));
    assert.equal(await used(ports), 0);
    await catalog.restore('alice', copy.id, { defaultQuota: ENOUGH, now: NOW });
    assert.equal(await used(ports), SIZE);
    await catalog.restore('alice', image.id, { defaultQuota: ENOUGH, now: NOW });
    assert.equal(await used(ports), SIZE);
    assert.equal(await ports.trash.purge('alice', [image.id, copy.id]), 0);
    await catalog.remove('alice', copy.id, aDisposal());
    assert.equal(await ports.trash.purge('alice', [copy.id]), 1);
    assert.equal(await used(ports), SIZE);
  },

  'a copy that is made while the last image with its blob is removed has its blob, or is refused': async ({
    open,
  }) => {
    const ports = await open();
    const { catalog } = ports;
    for (let round = 0; round < ROUNDS; round += 1) {
      const image = original();
      await catalog.add(image, ENOUGH);
      const { blobKey } = image.file;
      const copies = several(3, () => copyOf(image));
      const [made, removed] = await Promise.all([
        settle(
          copies.map((copy) =>
            catalog.addCopy(copy, { of: image.id, defaultQuota: ENOUGH }).then(() => copy.id),
          ),
        ),
        // What a deletion does: it asks for the blob as soon as the record is gone.
        catalog.remove('alice', image.id).then(() => catalog.needsBlob(blobKey)),
      ]);
      assert.ok(made.refusals.every((code) => code === 'image-not-found'));
      assert.equal(removed, made.values.length > 0);
      assert.equal(await used(ports), made.values.length > 0 ? SIZE : 0);
      await catalog.removeAll('alice', made.values);
      assert.equal(await used(ports), 0);
    }
  },

  'the bytes are counted once whatever happens to their images at once': async ({ open }) => {
    const ports = await open();
    const { catalog, trash } = ports;
    for (let round = 0; round < ROUNDS; round += 1) {
      const [image, copy] = await aPair(ports);
      const [another] = await addCopies(ports, image, 1);
      assert.ok(another);
      const ids = [image.id, copy.id, another.id];
      const disposals = [aDisposal(), undefined, aDisposal({ countsBytes: round % 2 === 0 })];
      await Promise.all(ids.map((id, index) => catalog.remove('alice', id, disposals[index])));
      await Promise.all([
        ...ids.map((id) =>
          catalog.restore('alice', id, { defaultQuota: ENOUGH, now: NOW }).catch(() => undefined),
        ),
        trash.purge('alice', [image.id]),
      ]);
      const left = await catalog.find('alice', ids);
      assert.equal(await used(ports), left.length > 0 ? SIZE : 0);
      await catalog.removeAll('alice', ids);
      assert.equal(await used(ports), 0);
    }
  },
} satisfies Contract<SharedBlobPorts>;
