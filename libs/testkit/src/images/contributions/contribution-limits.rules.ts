import { assert } from '../../assert.js';
import { anImage, several } from '../../builders.js';
import type { Contract } from '../../contract.js';
import { assertAll, rejection, settle } from '../../outcomes.js';
import {
  addBy,
  anAddition,
  APPROVAL,
  countsOf,
  ENOUGH,
  folderLink,
  usedBy,
  waitingIn,
  type ContributionPorts,
} from './contribution-ports.js';

const BYTES = 12_345;
/** So many guests send at once what few of them have room for. */
const CROWD = 50;
const ROOM = 7;

/** Rules for what a link, and its account, take. */
export const contributionLimitRules = {
  'a link that is full or gone takes nothing, and nothing is left of what it refuses': async ({ open }) => {
    const ports = await open();
    const { contributions, links, catalog } = ports;
    for (const approval of ['none', 'required'] as const) {
      const full = await folderLink(ports, { approval, maxImages: 1 });
      const heavy = await folderLink(ports, { approval, maxBytes: 2 * BYTES - 1 });
      const gone = await folderLink(ports, { approval });
      const others = await folderLink(ports, { approval, accountId: 'bob' });
      await addBy(ports, full);
      await addBy(ports, heavy);
      await links.remove('alice', gone.id);
      const used = await usedBy(ports);
      const refused = [
        { link: full, code: 'link-full' },
        { link: heavy, code: 'link-full' },
        { link: gone, code: 'link-not-found' },
        { link: others, code: 'link-not-found' },
      ];
      for (const { link, code } of refused) {
        const addition = anAddition(link, { guestName: 'Eve', bytes: { now: 0 } });
        const adding = contributions.add({ ...addition, image: { ...addition.image, guest: 'eve' } });
        assert.equal((await rejection(adding)).code, code);
        assert.equal(await catalog.needsBlob(addition.image.file.blobKey), false);
      }
      assert.deepEqual(await contributions.guests('alice', ['eve']), []);
      assert.equal(await usedBy(ports), used);
      assert.deepEqual((await countsOf(ports, full)).slice(0, 2), [1, BYTES]);
      await links.update('alice', full.id, { maxImages: 2 });
      await addBy(ports, full);
    }
  },

  'of a crowd that adds by one link at once, as many are stored as it takes': async ({ open }) => {
    const ports = await open();
    const { contributions, catalog } = ports;
    for (const approval of ['none', 'required'] as const) {
      const byNumber = await folderLink(ports, { approval, maxImages: ROOM });
      const byBytes = await folderLink(ports, { approval, maxBytes: ROOM * BYTES + 1 });
      for (const link of [byNumber, byBytes]) {
        const before = (await catalog.usage('alice')).imageCount + (await contributions.count('alice', {}));
        const { values, refusals } = await settle(several(CROWD, () => addBy(ports, link)));
        assert.equal(values.length, ROOM);
        assertAll(refusals, CROWD - ROOM, 'link-full');
        const after = (await catalog.usage('alice')).imageCount + (await contributions.count('alice', {}));
        assert.equal(after - before, ROOM);
        assert.deepEqual((await countsOf(ports, link)).slice(0, 2), [ROOM, ROOM * BYTES]);
      }
    }
  },

  'images that wait need room in the quotas': async ({ open }) => {
    const ports = await open();
    const { contributions, byteQuotas, catalog } = ports;
    const link = await folderLink(ports);
    await catalog.add(anImage(), ENOUGH);
    const within = (defaultQuota: number) => addBy(ports, link, { defaultQuota });
    await within(2);
    assert.equal((await rejection(within(2))).code, 'quota-exceeded');
    await within(3);
    await byteQuotas.setQuota('alice', 4 * BYTES - 1);
    assert.equal((await rejection(within(ENOUGH))).code, 'quota-exceeded');
    await byteQuotas.setQuota('alice', 4 * BYTES);
    await within(ENOUGH);
    const [waiting = ''] = await waitingIn(ports);
    await contributions.approve('alice', waiting, APPROVAL);
    assert.equal(await usedBy(ports), 4 * BYTES);
  },
} satisfies Contract<ContributionPorts>;
