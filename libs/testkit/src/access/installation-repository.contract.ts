import { assert } from '../assert.js';
import type { InstallationRepository } from '@cairn/images/spi';
import { several } from '../builders.js';
import type { Contract } from '../contract.js';

/** Rules for every `InstallationRepository`. */
export const installationRepositoryContract = {
  'a database belongs to no installation until one is claimed, and keeps the first': async ({ open }) => {
    const installations = await open();
    assert.equal(await installations.find(), undefined);
    assert.equal(await installations.claim('first'), 'first');
    assert.equal(await installations.claim('second'), 'first');
    assert.equal(await installations.find(), 'first');
  },

  'of concurrent claims one succeeds, and all return it': async ({ open }) => {
    for (let round = 0; round < 3; round += 1) {
      const installations = await open();
      const given = await Promise.all(several(20, (number) => installations.claim(`claim${number}`)));
      assert.deepEqual(new Set(given), new Set([await installations.find()]));
    }
  },

  'the installation is the same after a restart': async ({ open, reopen }) => {
    const installations = await open();
    await installations.claim('claimed');
    const again = await reopen(installations);
    assert.equal(await again.find(), 'claimed');
    assert.equal(await again.claim('later'), 'claimed');
  },

  'a database is a copy from when it was marked until it is promoted': async ({ open }) => {
    const installations = await open();
    await installations.claim('claimed');
    assert.equal(await installations.restoredAt(), undefined);
    await installations.markRestored(1_767_323_045_678);
    assert.equal(await installations.restoredAt(), 1_767_323_045_678);
    assert.equal(await installations.claim('later'), 'claimed');
    assert.equal(await installations.restoredAt(), 1_767_323_045_678);
    await installations.promote();
    assert.deepEqual([await installations.restoredAt(), await installations.find()], [undefined, 'claimed']);
  },

  'a copy is one after a restart, and none once it was promoted': async ({ open, reopen }) => {
    const installations = await open();
    await installations.claim('claimed');
    await installations.markRestored(1);
    const again = await reopen(installations);
    assert.equal(await again.restoredAt(), 1);
    await again.promote();
    assert.equal(await (await reopen(again)).restoredAt(), undefined);
  },

  'a copy is promoted once, whoever asks at once; a database that is none is not': async ({ open }) => {
    const installations = await open();
    assert.equal(await installations.promote(), false);
    await installations.claim('claimed');
    assert.equal(await installations.promote(), false);
    for (let round = 0; round < 3; round += 1) {
      await installations.markRestored(round);
      const promoted = await Promise.all(several(20, () => installations.promote()));
      assert.equal(promoted.filter(Boolean).length, 1);
    }
  },

  'a database of no installation is marked as nothing': async ({ open }) => {
    const installations = await open();
    await installations.markRestored(1);
    assert.deepEqual([await installations.restoredAt(), await installations.find()], [undefined, undefined]);
  },
} satisfies Contract<InstallationRepository>;
