import { addressOf, type Image } from '@cairn/images';
import { assert } from '../../assert.js';
import { anImage, aWholeFile, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { mutate } from '../../mutate.js';
import { contributionLimitRules } from './contribution-limits.rules.js';
import { contributionDecidingRules } from './contribution-deciding.rules.js';
import {
  addBy,
  albumLink,
  anAddition,
  APPROVAL,
  countsOf,
  ENOUGH,
  eventsOf,
  FOLDER,
  folderLink,
  heldBy,
  usedBy,
  waitingIn,
  type ContributionPorts,
} from './contribution-ports.js';

const BYTES = 12_345;

/** Rules for every `ContributionRepository`, and for what must not know of images that wait. */
export const contributionRepositoryContract = {
  'an image is in its folder or album at once where nobody has to approve it, and is counted on its link':
    async ({ open }) => {
      const ports = await open();
      const { contributions, catalog } = ports;
      const [link, album] = await albumLink(ports, { approval: 'none' });
      const folder = await folderLink(ports, { approval: 'none' });
      const before = (await eventsOf(ports)).length;
      const additions = [anAddition(link), anAddition(folder)] as const;
      for (const addition of additions) {
        assert.deepEqual(await contributions.add(addition), { image: addition.image, isWaiting: false });
        assert.deepEqual(await catalog.get('alice', addition.image.id), addition.image);
      }
      const [{ image: first }, { image: second }] = additions;
      assert.deepEqual(await heldBy(ports, album), [first.id]);
      assert.deepEqual((await eventsOf(ports)).slice(before), [
        ['image-added', first.id],
        ['album-updated', album.id],
        ['image-added', second.id],
      ]);
      assert.deepEqual(await countsOf(ports, link), [1, BYTES, 0]);
      assert.deepEqual(await waitingIn(ports), []);
    },

  'an image that waits is stored and counts, and nothing else tells of it': async ({ open }) => {
    const ports = await open();
    const { contributions, catalog, albums, trash } = ports;
    const [link, album] = await albumLink(ports);
    const before = await eventsOf(ports);
    const addition = anAddition(link, {
      image: anImage({
        path: '',
        addedBy: `link:${link.id}`,
        guest: 'ada',
        tags: ['lake'],
        file: { whole: aWholeFile() },
      }),
    });
    const { image } = addition;
    assert.deepEqual(await contributions.add(addition), { image, isWaiting: true });
    const waiting = { image, linkId: link.id, place: { type: 'album', id: album.id } };
    assert.deepEqual(await contributions.find('alice', [image.id, 'absent']), [waiting]);
    mutate(await contributions.find('alice', [image.id]));
    assert.deepEqual((await contributions.list('alice', {}, { limit: 9 })).items, [waiting]);
    assert.deepEqual(await contributions.find('bob', [image.id]), []);
    assert.equal(await usedBy(ports), 20_000);
    assert.deepEqual(await countsOf(ports, link), [1, 20_000, 1]);
    assert.equal(await catalog.needsBlob(image.file.blobKey), true);
    const blobs = await catalog.listBlobs(9, undefined);
    assert.deepEqual(blobs, [{ blobKey: image.file.blobKey, imageId: image.id }]);
    assert.deepEqual(await catalog.takenIds([image.id, 'free']), [image.id]);

    assert.deepEqual(await catalog.find('alice', [image.id]), []);
    assert.deepEqual(await catalog.usage('alice'), { imageCount: 0 });
    assert.deepEqual((await catalog.list('alice', { where: [], sort: 'newest' }, { limit: 9 })).images, []);
    assert.deepEqual(await catalog.listTags('alice', { limit: 9 }), []);
    assert.deepEqual(await catalog.knownFiles('alice', [image.file.sha256]), []);
    assert.deepEqual(await catalog.knownSizes('alice', [image.file.sizeInBytes]), []);
    assert.equal(await catalog.findFile(addressOf(image)), undefined);
    assert.equal((await albums.get(album)).imageCount, 0);
    assert.deepEqual((await trash.list('alice', {}, { limit: 9 })).items, []);
    assert.equal(await trash.purge('alice', [image.id]), 0);
    assert.equal(await trash.purgeExpired(Number.MAX_SAFE_INTEGER, 9), 0);
    assert.deepEqual(await eventsOf(ports), before);
    assert.deepEqual(await waitingIn(ports), [image.id]);
  },

  'what the place has is the result, and an upload by the same link waits once': async ({ open }) => {
    const ports = await open();
    const { contributions, catalog } = ports;
    const link = await folderLink(ports);
    const there = anImage({ path: FOLDER });
    await catalog.add(there, ENOUGH);
    const same = (sha256: string) => anAddition(link, { image: anImage({ path: FOLDER, file: { sha256 } }) });
    assert.deepEqual(await contributions.add(same(there.file.sha256)), { image: there, isWaiting: false });
    const image = await addBy(ports, link);
    const again = await contributions.add(same(image.file.sha256));
    assert.deepEqual(again, { image, isWaiting: true });
    assert.deepEqual(await countsOf(ports, link), [1, BYTES, 1]);
    const other = await folderLink(ports);
    const { sha256 } = image.file;
    const byOther = anAddition(other, { image: anImage({ path: FOLDER, file: { sha256 } }) });
    assert.deepEqual(await contributions.add(byOther), { image: byOther.image, isWaiting: true });
    const twice = several(8, () => contributions.add(same('ab'.repeat(32))));
    const ids = new Set((await Promise.all(twice)).map((added) => added.image.id));
    assert.equal(ids.size, 1);
    assert.equal(await contributions.count('alice', {}), 3);
  },

  'what waits is listed the oldest first, by link, guest and place, page by page': async ({ open }) => {
    const ports = await open();
    const { contributions } = ports;
    const [byAlbum, album] = await albumLink(ports);
    const byFolder = await folderLink(ports);
    const below = await folderLink(ports, { resource: { type: 'folder', id: `${FOLDER}/sea` } });
    const beside = await folderLink(ports, { resource: { type: 'folder', id: `${FOLDER}-2` } });
    const links = [byAlbum, byFolder, below, beside];
    const images: Image[] = [];
    for (const [index, link] of [...links, ...links].entries()) {
      const { image, ...addition } = anAddition(link);
      const given = { ...image, guest: index < 4 ? 'ada' : 'bob', createdAt: 1_000 - (index % 4) };
      images.push(await addBy(ports, link, { ...addition, image: given }));
    }
    const idsOf = (...indexes: readonly number[]): readonly string[] =>
      indexes
        .flatMap((index) => images[index] ?? [])
        .sort((one, other) => one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1))
        .map(({ id }) => id);
    const all = idsOf(0, 1, 2, 3, 4, 5, 6, 7);
    assert.deepEqual(await waitingIn(ports), all);
    const filters = [
      [{ linkId: byFolder.id }, idsOf(1, 5)],
      [{ guest: 'ada' }, idsOf(0, 1, 2, 3)],
      [{ guest: 'ada', linkId: below.id }, idsOf(2)],
      [{ places: [{ type: 'folder', id: FOLDER }] }, idsOf(1, 2, 5, 6)],
      [
        {
          places: [
            { type: 'album', id: album.id },
            { type: 'folder', id: `${FOLDER}-2` },
          ],
        },
        idsOf(0, 3, 4, 7),
      ],
      [{ places: [{ type: 'folder', id: album.id }] }, []],
      [{ places: [] }, []],
    ] as const;
    for (const [filter, expected] of filters) {
      assert.deepEqual(await waitingIn(ports, filter), expected);
      assert.equal(await contributions.count('alice', filter), expected.length);
    }
    const first = await contributions.list('alice', {}, { limit: 3 });
    const rest = await contributions.list('alice', {}, { limit: 9, after: first.next });
    const listed = [...first.items, ...rest.items].map(({ image }) => image.id);
    assert.deepEqual(listed, all);
    assert.equal(rest.next, undefined);
    assert.equal(await contributions.count('bob', {}), 0);
  },

  'guests are known by the last name they gave, also when their link is gone': async ({ open }) => {
    const ports = await open();
    const { contributions, links } = ports;
    const link = await folderLink(ports);
    const add = async (guest: string, guestName?: string): Promise<void> => {
      const { image, ...addition } = anAddition(link, { guestName });
      await contributions.add({ ...addition, image: { ...image, guest } });
    };
    await add('ada', 'Ada');
    await add('ada');
    await add('bob');
    await add('cleo', 'Cleo');
    await add('cleo', 'Cléo');
    await links.remove('alice', link.id);
    const all = [{ id: 'ada', name: 'Ada' }, { id: 'bob' }, { id: 'cleo', name: 'Cléo' }];
    const found = await contributions.guests('alice', ['cleo', 'ada', 'bob', 'absent']);
    assert.deepEqual(
      found.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
      all,
    );
    assert.deepEqual(await contributions.listGuests('alice', 2, undefined), all.slice(0, 2));
    assert.deepEqual(await contributions.listGuests('alice', 9, 'bob'), all.slice(2));
    assert.deepEqual(await contributions.guests('bob', ['ada']), []);
    // An image with the identifier of a guest of another link does not rename them.
    const other = await folderLink(ports);
    const { image, ...addition } = anAddition(other, { guestName: 'Eve' });
    await contributions.add({ ...addition, image: { ...image, guest: 'ada' } });
    assert.deepEqual(await contributions.guests('alice', ['ada']), all.slice(0, 1));
  },

  'what waits outlives its link, and is there after a restart': async ({ open, reopen }) => {
    const ports = await open();
    const link = await folderLink(ports);
    const image = await addBy(ports, link, { guestName: 'Ada' });
    await ports.links.remove('alice', link.id);
    const after = await reopen(ports);
    assert.deepEqual(await waitingIn(after), [image.id]);
    assert.deepEqual(await after.contributions.guests('alice', ['ada']), [{ id: 'ada', name: 'Ada' }]);
    await after.contributions.approve('alice', image.id, APPROVAL);
    assert.equal((await after.catalog.get('alice', image.id)).id, image.id);
  },

  ...contributionLimitRules,
  ...contributionDecidingRules,
} satisfies Contract<ContributionPorts>;
