import { strict as assert } from 'node:assert';
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
} satisfies Contract<InstallationRepository>;
