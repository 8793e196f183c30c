import { strict as assert } from 'node:assert';
import { ERASED_ACTOR } from '@cairn/kernel';
import { anApiKey, anImage, identifier, several } from '../builders.js';
import type { Contract } from '../contract.js';
import { aLayer, aMap } from '../maps/map-builders.js';
import { aDisposal, ENOUGH, NOW } from '../trash/trash-ports.js';
import { anEndpoint } from '../webhooks/webhook-builders.js';
import {
  APART,
  countOf,
  ERASABLE,
  eraseAll,
  erasedOf,
  fill,
  type OwnerTracesPorts,
} from './owner-traces-ports.js';

const alice = erasedOf('alice');
/** What others have and the rules about actors are about. */
const user = 'user:alice-user';
/** Of `ERASABLE`, what stays while there are users and images. */
const { accounts: _, quotas: __, ...atOnce } = ERASABLE;

/** Rules for every `OwnerTraces`. */
export const ownerTracesContract = {
  'records are counted by kind, and none of others': async ({ open }) => {
    const ports = await open();
    await fill(ports, 'alice');
    await fill(ports, 'bob');
    for (const owner of ['alice', 'bob'])
      assert.deepEqual(await countOf(ports, owner), { ...ERASABLE, ...APART });
    assert.deepEqual(await countOf(ports, 'carol'), {});
  },

  'everything goes that no use case deletes, and nothing of others': async ({ open }) => {
    const ports = await open();
    await fill(ports, 'alice');
    await fill(ports, 'bob');
    assert.deepEqual(await eraseAll(ports, alice), atOnce);
    const { deliveries: ___, ...rest } = APART; // those of an endpoint go with it
    assert.deepEqual(await countOf(ports, 'alice'), { ...rest, accounts: 1, quotas: 1 });
    assert.deepEqual(await countOf(ports, 'bob'), { ...ERASABLE, ...APART });
    assert.deepEqual(await eraseAll(ports, alice), {});
  },

  'account and quota go after the users and the images': async ({ open }) => {
    const ports = await open();
    await fill(ports, 'alice');
    await eraseAll(ports, alice);
    await ports.users.remove('alice-user', NOW);
    const { images } = await ports.catalog.list('alice', { where: [], sort: 'oldest' }, { limit: 9 });
    await ports.catalog.removeAll(
      'alice',
      images.map(({ id }) => id),
    );
    assert.deepEqual(await eraseAll(ports, alice), { accounts: 1, quotas: 1 });
    await assert.rejects(ports.accounts.get('alice'));
    assert.deepEqual(await ports.catalog.usage('alice'), { imageCount: 0 });
  },

  'records of others stay, and forget who acted': async ({ open }) => {
    const ports = await open();
    const [kept, removed] = [anImage({ owner: 'bob', addedBy: user }), anImage({ owner: 'bob' })];
    for (const image of [kept, removed]) await ports.catalog.add(image, ENOUGH);
    await ports.catalog.remove('bob', removed.id, aDisposal({ deletedBy: user }));
    const endpoint = anEndpoint({ accountId: 'bob', madeBy: 'key:alice-key' });
    await ports.webhookEndpoints.add(endpoint, ENOUGH);
    const entry = { id: 'entry', at: NOW, accountId: 'bob', operation: 'x', status: 200 };
    await ports.audit.append([{ ...entry, principal: user }]);
    const map = aMap({ owner: 'bob', layers: [aLayer({ sharedBy: user })] });
    await ports.maps.insert(map);
    const five = { images: 1, trash: 1, webhooks: 1, auditEntries: 1, mapLayers: 1 };
    assert.deepEqual(await countOf(ports, 'alice'), five);
    assert.deepEqual(await eraseAll(ports, alice), five);
    assert.deepEqual(await countOf(ports, 'alice'), {});
    const { addedBy: ___, ...image } = kept;
    assert.deepEqual(await ports.catalog.get('bob', kept.id), image);
    const [held] = await ports.trash.find('bob', [removed.id]);
    assert.ok(held);
    assert.equal(held.deletedBy, undefined);
    const [{ sharedBy, ...layer } = aLayer()] = map.layers;
    assert.equal(sharedBy, user);
    assert.deepEqual((await ports.maps.get(map)).layers, [layer]);
    assert.equal((await ports.webhookEndpoints.get('bob', endpoint.id)).madeBy, ERASED_ACTOR);
    assert.deepEqual((await ports.audit.list({ accountId: 'bob' }, { limit: 9 })).items, [
      { ...entry, principal: ERASED_ACTOR },
    ]);
  },

  'what a key of the account has made is revoked and stays': async ({ open }) => {
    const ports = await open();
    await ports.keys.add(anApiKey({ id: 'alice-key', accountId: 'alice' }));
    const made = anApiKey({ accountId: 'bob', parentId: 'alice-key' });
    await ports.keys.add(made);
    await ports.keys.add(anApiKey({ accountId: 'alice', parentId: 'alice-key' }));
    assert.deepEqual(await eraseAll(ports, alice), { keys: 2 });
    assert.deepEqual((await ports.keys.list('alice', { limit: 9 })).items, []);
    const { parentId, revokedAt } = await ports.keys.get(made.id);
    assert.equal(parentId, undefined);
    assert.notEqual(revokedAt, undefined);
  },

  'more than a transaction takes is erased in several': async ({ open }) => {
    const ports = await open();
    const entries = several(1_200, (number) => ({
      id: identifier(number, 22),
      at: NOW + number,
      accountId: 'alice',
      principal: 'token',
      operation: 'x',
      status: 200,
    }));
    await ports.audit.append(entries);
    assert.deepEqual(await eraseAll(ports, alice), { auditEntries: 1_200 });
    assert.deepEqual((await ports.audit.list({ accountId: 'alice' }, { limit: 9 })).items, []);
  },

  'what is erased is gone after a restart': async ({ open, reopen }) => {
    const ports = await open();
    await fill(ports, 'alice');
    await eraseAll(ports, alice);
    const left = await countOf(ports, 'alice');
    assert.deepEqual(await countOf(await reopen(ports), 'alice'), left);
    assert.equal(left.keys, undefined);
  },
} satisfies Contract<OwnerTracesPorts>;
