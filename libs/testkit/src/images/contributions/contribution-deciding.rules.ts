import { addressOf } from '@cairn/images';
import { assert } from '../../assert.js';
import { anImage, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { rejection, settle } from '../../outcomes.js';
import {
  addBy,
  albumLink,
  anAddition,
  APPROVAL,
  countsOf,
  ENOUGH,
  eventsOf,
  folderLink,
  heldBy,
  NOW,
  usedBy,
  waitingIn,
  type ContributionPorts,
} from './contribution-ports.js';

const ROUNDS = 6;
const BYTES = 12_345;

/** Rules for decisions on what waits. */
export const contributionDecidingRules = {
  'an approved image is in its folder, or at the end of its album, as if it were added then': async ({
    open,
  }) => {
    const ports = await open();
    const { contributions, catalog } = ports;
    const [link, album] = await albumLink(ports);
    const folder = await folderLink(ports);
    const [first, second] = [await addBy(ports, link), await addBy(ports, link)];
    const third = await addBy(ports, folder);
    const before = (await eventsOf(ports)).length;
    for (const image of [second, first, third]) {
      const expected = { ...image, createdAt: NOW, updatedAt: NOW };
      assert.deepEqual(await contributions.approve('alice', image.id, APPROVAL), expected);
      assert.deepEqual(await catalog.get('alice', image.id), expected);
      assert.equal((await catalog.findFile(addressOf(image)))?.imageId, image.id);
    }
    assert.deepEqual(await heldBy(ports, album), [second.id, first.id]);
    assert.deepEqual((await eventsOf(ports)).slice(before), [
      ['image-added', second.id],
      ['album-updated', album.id],
      ['image-added', first.id],
      ['album-updated', album.id],
      ['image-added', third.id],
    ]);
    assert.deepEqual(await waitingIn(ports), []);
    assert.equal(await usedBy(ports), 3 * BYTES);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 3 });
    assert.deepEqual(await countsOf(ports, link), [2, 2 * BYTES, 0]);
  },

  'an image that cannot be taken goes on waiting, and can be taken without its album': async ({ open }) => {
    const ports = await open();
    const { contributions, albums, catalog } = ports;
    const [link, album] = await albumLink(ports);
    const image = await addBy(ports, link);
    const fails = async (code: string, terms: Partial<typeof APPROVAL> | object = {}): Promise<void> => {
      const events = await eventsOf(ports);
      const approving = contributions.approve('alice', image.id, { ...APPROVAL, ...terms });
      assert.equal((await rejection(approving)).code, code);
      assert.deepEqual(await waitingIn(ports), [image.id]);
      assert.deepEqual(await countsOf(ports, link).catch(() => [1, BYTES, 1]), [1, BYTES, 1]);
      assert.deepEqual(await eventsOf(ports), events);
      assert.equal(await usedBy(ports), BYTES);
    };
    await fails('album-full', { maxImages: 0 });
    await fails('quota-exceeded', { defaultQuota: 0 });
    await albums.remove(album);
    await fails('album-not-found');
    await contributions.approve('alice', image.id, { ...APPROVAL, album: 'leave-out' });
    assert.equal((await catalog.get('alice', image.id)).path, '');
    assert.deepEqual(await waitingIn(ports), []);
  },

  'an image that its place has meanwhile is dropped, and that one is the result': async ({ open }) => {
    const ports = await open();
    const { contributions, catalog } = ports;
    const link = await folderLink(ports);
    const image = await addBy(ports, link);
    const there = anImage({ path: image.path, file: { sha256: image.file.sha256 } });
    await catalog.add(there, ENOUGH);
    assert.deepEqual(await contributions.approve('alice', image.id, APPROVAL), there);
    assert.deepEqual(await waitingIn(ports), []);
    assert.equal(await catalog.needsBlob(image.file.blobKey), false);
    assert.equal(await usedBy(ports), BYTES);
    assert.deepEqual(await countsOf(ports, link), [1, BYTES, 0]);
    assert.deepEqual((await eventsOf(ports)).at(-1), ['image-purged', image.id]);
  },

  'of several decisions on an image at once, one counts': async ({ open }) => {
    const ports = await open();
    const { contributions, catalog } = ports;
    const link = await folderLink(ports);
    for (let round = 0; round < ROUNDS; round += 1) {
      const image = await addBy(ports, link);
      const approving = several(3, () => contributions.approve('alice', image.id, APPROVAL));
      const refusing = contributions.refuse('alice', [image.id]);
      const { values, refusals } = await settle(approving);
      const refused = (await refusing).length;
      assert.equal(values.length + refused, 1, 'one decision counts');
      assert.deepEqual([...new Set(refusals)], ['contribution-not-found']);
      assert.equal((await catalog.find('alice', [image.id])).length, values.length);
      assert.equal(await catalog.needsBlob(image.file.blobKey), values.length === 1);
    }
    assert.equal((await countsOf(ports, link))[2], 0);
    assert.equal(await usedBy(ports), (await catalog.usage('alice')).imageCount * BYTES);
  },

  'an image that is decided on while its link is revoked is taken or refused': async ({ open }) => {
    const ports = await open();
    const { contributions, links, catalog } = ports;
    for (let round = 0; round < ROUNDS; round += 1) {
      const link = await folderLink(ports);
      const [taken, refused] = [await addBy(ports, link), await addBy(ports, link)];
      await Promise.all([
        contributions.approve('alice', taken.id, APPROVAL),
        links.remove('alice', link.id),
        contributions.refuse('alice', [refused.id]),
      ]);
      assert.deepEqual(
        (await catalog.find('alice', [taken.id, refused.id])).map(({ id }) => id),
        [taken.id],
      );
    }
    assert.deepEqual(await waitingIn(ports), []);
  },

  'refused images are gone for good, their bytes are free, and none of another owner is': async ({
    open,
  }) => {
    const ports = await open();
    const { contributions, catalog, trash } = ports;
    const link = await folderLink(ports);
    const [first, second, kept] = [
      await addBy(ports, link),
      await addBy(ports, link),
      await addBy(ports, link),
    ];
    assert.deepEqual(await contributions.refuse('bob', [first.id]), []);
    const refused = await contributions.refuse('alice', [second.id, first.id, 'absent']);
    assert.deepEqual(refused.map(({ image }) => image.id).sort(), [first.id, second.id].sort());
    assert.deepEqual(await waitingIn(ports), [kept.id]);
    assert.equal(await catalog.needsBlob(first.file.blobKey), false);
    assert.equal(await usedBy(ports), BYTES);
    assert.deepEqual((await trash.list('alice', {}, { limit: 9 })).items, []);
    // What was added stays counted: a link never takes more than it says.
    assert.deepEqual(await countsOf(ports, link), [3, 3 * BYTES, 1]);
    const purged = (await eventsOf(ports)).filter(([type]) => type === 'image-purged');
    assert.deepEqual(purged.map(([, id]) => id).sort(), [first.id, second.id].sort());
    const again = anAddition(link, { image: { ...first, createdAt: NOW } });
    assert.equal((await contributions.add(again)).isWaiting, true);
  },
} satisfies Contract<ContributionPorts>;
