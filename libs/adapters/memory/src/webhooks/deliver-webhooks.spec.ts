import { ManageDeliveries, ManageWebhooks, QueueWebhooks, SendMessage, TestWebhook } from '@cairn/webhooks';
import { anEndpoint, later } from '@cairn/testkit';
import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, signal, World } from './webhook-world.spec.kit.js';

describe('messages of webhooks', () => {
  it('are queued for endpoints that ask for them, once, and without what is not theirs', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    await world.endpoints.add(anEndpoint({ accountId: 'bob' }), 9);
    await world.endpoints.add(anEndpoint({ events: ['album.*'] }), 9);
    const events = [world.event('beach', 'image-added'), world.event('map', 'space-created')];
    const queue = new QueueWebhooks(world.ports);
    for (let times = 0; times < 2; times += 1)
      await queue.handleAll([...events, world.event('x', 'image-described')]);
    const { items } = await world.deliveries.list({ accountId: 'alice', endpointId: id }, { limit: 9 });
    expect(items.map(({ type, subject, body }) => ({ type, subject, body }))).toEqual([
      {
        type: 'image.added',
        subject: 'image:beach',
        body: JSON.stringify({
          type: 'image.added',
          timestamp: new Date(world.clock.now()).toISOString(),
          data: { id: 'beach', address: 'beach.jpg' },
        }),
      },
    ]);
    await world.deliver.execute({ signal });
    expect(world.received).toHaveLength(1);
  });

  it('tell of maps who asks for them', async () => {
    const world = new World();
    const endpoint = anEndpoint({ events: ['map.*'] });
    await world.endpoints.add(endpoint, 9);
    const changes = ['created', 'updated', 'deleted'];
    const events = changes.map((change) => world.event('park', `map-${change}`));
    await new QueueWebhooks(world.ports).handleAll([...events, world.event('park', 'space-created')]);
    const { items } = await world.deliveries.list(
      { accountId: 'alice', endpointId: endpoint.id },
      { limit: 9 },
    );
    expect(items.map(({ type, subject }) => [type, subject]).toSorted()).toEqual(
      changes.map((change) => [`map.${change}`, 'map:park']).toSorted(),
    );
  });

  it('wait in a restored copy, tests of webhooks too, and are sent once it is promoted', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    await world.happen('beach');
    world.isHeld = true;
    await world.happen('hill');
    world.clock.advance(48 * HOUR_MS);
    expect(await world.deliver.execute({ signal })).toEqual({ attempts: 0 });
    const test = new TestWebhook({ ...world.ports, send: new SendMessage(world.ports) });
    await expect(test.execute('alice', id)).rejects.toMatchObject({ code: 'webhooks-held' });
    expect([world.received, await world.states(id)]).toEqual([[], ['pending', 'pending']]);
    world.isHeld = false;
    await world.deliver.execute({ signal });
    expect(world.subjectsAt('a').toSorted()).toEqual(['beach', 'hill']);
  });

  it('come in the order of their subject: one that fails holds up only those', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    world.answers.set('a', ({ body }) => (body?.includes('beach') === true ? 500 : 200));
    await world.happen('beach', 'hill', 'beach', 'hill');
    await world.deliver.execute({ signal });
    expect(world.subjectsAt('a').toSorted()).toEqual(['beach', 'hill', 'hill']);
    world.answers.clear();
    world.clock.advance(7_000);
    await world.deliver.execute({ signal });
    expect(world.subjectsAt('a').slice(3)).toEqual(['beach', 'beach']);
    const beach = world.received.filter(({ subject }) => subject === 'beach').map((one) => one.id);
    expect([beach[0] === beach[1], beach[1] === beach[2]]).toEqual([true, false]);
    expect(await world.states(id)).toEqual(Array(4).fill('delivered'));
  });

  it('go to every endpoint while one of them hangs', async () => {
    const world = new World();
    const [slow] = [await world.endpointAt('slow'), await world.endpointAt('fast')];
    let end = (_: number): void => undefined;
    world.answers.set('slow', () => new Promise<number>((resolve) => (end = resolve)));
    await world.happen('beach');
    const running = world.deliver.execute({ signal });
    await later();
    await world.happen('beach', 'hill'); // while it runs
    for (let turns = 0; world.subjectsAt('fast').length < 3; turns += 1) {
      if (turns > 1_000) throw new Error('The fast one waits for the slow one.');
      await later();
    }
    expect(await world.states(slow)).toEqual(Array(3).fill('pending'));
    world.answers.clear();
    end(200);
    await running;
    expect(await world.states(slow)).toEqual(Array(3).fill('delivered'));
  });

  it('are tried for two days with growing waits, then are dead, and can be replayed', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    world.answers.set('a', () => 'connection-failed');
    await world.happen('beach', 'beach');
    const waits: number[] = [];
    for (let last = world.clock.now(); waits.length < 9; world.clock.advance(1_000)) {
      const before = world.received.length;
      await world.deliver.execute({ signal });
      if (world.received.length === before || before === 0) continue;
      waits.push(world.clock.now() - last);
      last = world.clock.now();
    }
    expect(waits.every((wait, index) => wait > (waits[index - 1] ?? 0))).toBe(true);
    expect([waits[0], waits[8]].map((wait = 0) => Math.round(wait / HOUR_MS))).toEqual([
      0,
      expect.any(Number),
    ]);
    expect(waits[8]).toBeGreaterThan(19 * HOUR_MS);
    expect(new Set(world.received.slice(0, 10).map((one) => one.id)).size).toBe(1);
    expect(await world.states(id)).toContain('dead');
    const query = { accountId: 'alice', endpointId: id };
    const [dead] = (await world.deliveries.list({ ...query, state: 'dead' }, { limit: 1 })).items;
    expect(dead).toMatchObject({ attempts: 10, lastAttempt: { error: 'connection-failed' } });
    world.answers.clear();
    await new ManageDeliveries(world.ports).replay({ ...query, id: dead?.id ?? '' });
    await world.deliver.execute({ signal });
    expect(await world.states(id)).toContain('delivered');
    expect(world.received.at(-1)?.id).toBe(dead?.id);
  });

  it('stop for an endpoint that is gone, and for one that fails for days, until it is enabled', async () => {
    const world = new World();
    const [gone, failing] = [await world.endpointAt('gone'), await world.endpointAt('failing')];
    world.answers.set('gone', () => 410).set('failing', () => 302);
    await world.happen('beach');
    await world.deliver.execute({ signal });
    expect(await world.endpoints.get('alice', gone)).toMatchObject({ disabledBy: 'gone' });
    expect(await world.endpoints.get('alice', failing)).toMatchObject({ failingSince: world.clock.now() });
    for (let day = 0; day < 4; day += 1) {
      world.clock.advance(24 * HOUR_MS);
      await world.deliver.execute({ signal });
    }
    expect(await world.endpoints.get('alice', failing)).toMatchObject({ disabledBy: 'failing' });
    await world.happen('hill');
    const before = world.received.length;
    await world.deliver.execute({ signal });
    expect(world.received).toHaveLength(before);
    world.answers.clear();
    const { disabledBy, failingSince } = await new ManageWebhooks(world.ports).change('alice', failing, {
      enabled: true,
    });
    expect([disabledBy, failingSince]).toEqual([undefined, undefined]);
    await world.deliver.execute({ signal });
    expect(await world.states(failing)).toEqual(['delivered']);
  });

  it('end with their endpoint, and after a node that ended are sent again with the same identifier', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    await world.happen('beach');
    const now = world.clock.now();
    await world.deliveries.claim({ endpointId: id, now, until: now + 60_000, limit: 1 }); // and it dies
    await world.deliver.execute({ signal });
    expect(world.received).toEqual([]);
    world.clock.advance(60_000);
    await world.deliver.execute({ signal });
    expect(await world.states(id)).toEqual(['delivered']);
    await world.happen('hill');
    await world.endpoints.remove('alice', id);
    await world.deliver.execute({ signal });
    expect(world.received).toHaveLength(1);
  });

  it('are signed with the former secret, too, for a day after another one was made', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    const signatures: (string | undefined)[] = [];
    world.answers.set('a', ({ headers }) => {
      signatures.push(headers?.['webhook-signature']);
      return 200;
    });
    const { secret: former } = await world.endpoints.get('alice', id);
    const { secret } = await new ManageWebhooks(world.ports).rotate('alice', id);
    for (const wait of [0, 24 * HOUR_MS]) {
      world.clock.advance(wait);
      await world.happen('beach');
      await world.deliver.execute({ signal });
    }
    expect(signatures).toEqual([`v1,${secret} v1,${former}`, `v1,${secret}`]);
  });
});
