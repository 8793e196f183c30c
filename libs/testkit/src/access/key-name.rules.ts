import type { ApiKeyRepository } from '@cairn/access/spi';
import { assert } from '../assert.js';
import { anApiKey } from '../builders.js';
import type { Contract } from '../contract.js';
import { rejection } from '../outcomes.js';
import { stated } from './users/user-ports.js';

/** Rules for finding and naming keys. */
export const keyNameRules = {
  'find returns those of the given keys that there are, once, also revoked ones': async ({ open }) => {
    const keys = await open();
    const [key, revoked, other] = [anApiKey({ id: 'Known' }), anApiKey(), anApiKey()];
    for (const each of [key, revoked, other]) await keys.add(each);
    await keys.revoke(revoked.id, { at: 5, lastAdmin: 'refuse' });
    const found = await keys.find(['Known', 'known', '%', 'absent', revoked.id, 'Known']);
    assert.deepEqual(found.map(({ id }) => id).toSorted(), ['Known', revoked.id].toSorted());
    assert.deepEqual(stated(found.find(({ id }) => id === 'Known') ?? {}), stated(key));
    assert.deepEqual(await keys.find([]), []);
  },

  'rename changes the name of one key and nothing else; of an absent one it is KeyNotFound': async ({
    open,
  }) => {
    const keys = await open();
    const [key, other] = [anApiKey(), anApiKey()];
    for (const each of [key, other]) await keys.add(each);
    assert.deepEqual(stated(await keys.rename(key.id, 'Zoë 🗝')), stated({ ...key, name: 'Zoë 🗝' }));
    assert.deepEqual(stated((await keys.findByDigest(key.digest)) ?? {}), stated({ ...key, name: 'Zoë 🗝' }));
    assert.deepEqual(stated(await keys.get(other.id)), stated(other));
    assert.equal((await rejection(keys.rename('absent', 'x'))).code, 'key-not-found');
  },
} satisfies Contract<ApiKeyRepository>;
