import { ManageWebhooks, MAX_PENDING, PruneDeliveries } from '@cairn/webhooks';
import { describe, expect, it } from '@jest/globals';
import { HOUR_MS, signal, World } from './webhook-world.spec.kit.js';

describe('messages that wait for an endpoint', () => {
  it('stop for an endpoint that too many wait for, and what waits is sent once it is enabled again', async () => {
    const world = new World();
    const id = await world.endpointAt('a');
    world.answers.set('a', () => 500);
    await world.happen('first');
    await world.deliver.execute({ signal });
    const images = Array.from({ length: MAX_PENDING }, (_, index) => `image-${index}`);
    await world.happen(...images.slice(1));
    expect(await world.endpoints.get('alice', id)).not.toHaveProperty('disabledBy');
    await world.happen('last');
    expect(await world.endpoints.get('alice', id)).toMatchObject({ disabledBy: 'backlog' });
    await world.happen('not kept');
    expect(await world.deliveries.countPending(id)).toBe(MAX_PENDING + 1);
    // Enabled again, it has room to catch up.
    await new ManageWebhooks(world.ports).change('alice', id, { enabled: true });
    await world.happen('kept');
    const endpoint = await world.endpoints.get('alice', id);
    expect(endpoint).not.toHaveProperty('disabledBy');
    expect(await world.deliveries.countPending(id)).toBe(MAX_PENDING + 2);
    await world.happen(...images);
    expect(await world.endpoints.get('alice', id)).toMatchObject({ disabledBy: 'backlog' });
  });

  it('are kept for 30 days for an endpoint that is disabled, and for one that is enabled however long', async () => {
    const world = new World();
    const [enabled, disabled] = [await world.endpointAt('a'), await world.endpointAt('b')];
    await world.happen('beach');
    await world.endpoints.update('alice', disabled, { disabledBy: 'owner' });
    const prune = new PruneDeliveries(world.ports);
    for (const [hours, removed] of [
      [30 * 24, 0],
      [1, 1],
    ] as const) {
      world.clock.advance(hours * HOUR_MS);
      expect(await prune.execute({ signal })).toEqual({ removed });
    }
    expect([await world.states(enabled), await world.states(disabled)]).toEqual([['pending'], []]);
  });
});
