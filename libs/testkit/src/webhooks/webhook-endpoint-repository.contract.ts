import { assert } from '../assert.js';
import type { WebhookEndpointRepository } from '@cairn/webhooks/spi';
import type { Contract } from '../contract.js';
import { assertAll, settle } from '../outcomes.js';
import { anEndpoint } from './webhook-builders.js';

const MANY = 100;

/** Rules for every `WebhookEndpointRepository`. */
export const webhookEndpointRepositoryContract = {
  'an endpoint is found with every field, by its account alone': async ({ open }) => {
    const endpoints = await open();
    const full = anEndpoint({
      events: ['*', 'image.added'],
      description: 'Grüße 🪨',
      disabledBy: 'gone',
      failingSince: 7,
      madeBy: 'user:ada',
      formerSecret: { secret: 'whsec_b2xk', until: 9 },
    });
    for (const endpoint of [full, anEndpoint()]) {
      await endpoints.add(endpoint, MANY);
      assert.deepEqual(await endpoints.get('alice', endpoint.id), endpoint);
    }
    const { refusals } = await settle([endpoints.get('bob', full.id), endpoints.get('alice', 'absent')]);
    assertAll(refusals, 2, 'webhook-not-found');
  },

  'those of an account are listed, the oldest first': async ({ open }) => {
    const endpoints = await open();
    const [second, first, third] = [
      anEndpoint({ createdAt: 2, id: 'a' }),
      anEndpoint({ createdAt: 1 }),
      anEndpoint({ createdAt: 2, id: 'b' }),
    ];
    for (const endpoint of [second, third, first, anEndpoint({ accountId: 'bob' })])
      await endpoints.add(endpoint, MANY);
    assert.deepEqual(await endpoints.list('alice'), [first, second, third]);
    assert.deepEqual(await endpoints.list('carol'), []);
  },

  'an account has at most so many, also of concurrent ones': async ({ open }) => {
    const endpoints = await open();
    await endpoints.add(anEndpoint({ accountId: 'bob' }), 1);
    const { values, refusals } = await settle(
      Array.from({ length: 8 }, () => endpoints.add(anEndpoint(), 3)),
    );
    assert.equal(values.length, 3);
    assertAll(refusals, 5, 'webhook-limit-reached');
    assert.equal((await endpoints.list('alice')).length, 3);
  },

  'only those that are enabled are found for events': async ({ open }) => {
    const endpoints = await open();
    assert.equal(await endpoints.hasEnabled(), false);
    const disabled = anEndpoint({ disabledBy: 'owner' });
    await endpoints.add(disabled, MANY);
    assert.equal(await endpoints.hasEnabled(), false);
    const [mine, other] = [anEndpoint(), anEndpoint({ accountId: 'bob' })];
    for (const endpoint of [mine, other]) await endpoints.add(endpoint, MANY);
    assert.equal(await endpoints.hasEnabled(), true);
    assert.deepEqual(await endpoints.listEnabled(['alice', 'carol']), [mine]);
    assert.deepEqual(await endpoints.listEnabled([]), []);
  },

  'a change replaces what it names, and removes what it says is null': async ({ open }) => {
    const endpoints = await open();
    const [endpoint, other] = [anEndpoint({ updatedAt: 5 }), anEndpoint()];
    for (const each of [endpoint, other]) await endpoints.add(each, MANY);
    const noted = await endpoints.update('alice', endpoint.id, { disabledBy: 'failing', failingSince: 3 });
    assert.deepEqual(noted, { ...endpoint, disabledBy: 'failing', failingSince: 3 });
    assert.deepEqual(await endpoints.get('alice', endpoint.id), noted);
    const change = {
      url: 'https://other.example/',
      events: ['space.*'],
      description: 'other',
      secret: 'whsec_bmV3',
      formerSecret: { secret: endpoint.secret, until: 99 },
      madeBy: 'key:k1',
      updatedAt: 8,
    };
    await endpoints.update('alice', endpoint.id, { ...change, disabledBy: null, failingSince: null });
    const { id, accountId, createdAt } = endpoint;
    assert.deepEqual(await endpoints.get('alice', id), { id, accountId, createdAt, ...change });
    assert.deepEqual(await endpoints.get('alice', other.id), other);
    const { refusals } = await settle([endpoints.update('bob', id, change)]);
    assertAll(refusals, 1, 'webhook-not-found');
  },

  'a removed one is not found any more; an absent or another account’s one is WebhookNotFound': async ({
    open,
  }) => {
    const endpoints = await open();
    const [gone, kept] = [anEndpoint(), anEndpoint()];
    for (const endpoint of [gone, kept]) await endpoints.add(endpoint, MANY);
    await endpoints.remove('alice', gone.id);
    assert.deepEqual(await endpoints.list('alice'), [kept]);
    const { refusals } = await settle<unknown>([
      endpoints.remove('alice', gone.id),
      endpoints.remove('bob', kept.id),
      endpoints.get('alice', gone.id),
    ]);
    assertAll(refusals, 3, 'webhook-not-found');
  },

  'endpoints are there after a restart': async ({ open, reopen }) => {
    const endpoints = await open();
    const endpoint = anEndpoint();
    await endpoints.add(endpoint, MANY);
    assert.deepEqual(await (await reopen(endpoints)).list('alice'), [endpoint]);
  },
} satisfies Contract<WebhookEndpointRepository>;
