import { CreateWebhook } from '@cairn/webhooks';
import { describe, expect, it } from '@jest/globals';
import { World } from './webhook-world.spec.kit.js';

describe('a new webhook', () => {
  const events = ['image.*'];
  const url = 'https://hooks.example.org/';

  it.each([
    ['description', { url, events, description: 'a\0b' }],
    ['url', { url: `${url}\0`, events }],
  ])('has no %s with NUL, which PostgreSQL cannot store', async (name, webhook) => {
    const create = new CreateWebhook(new World().ports);
    await expect(create.execute('alice', webhook)).rejects.toMatchObject({
      listed: [{ pointer: `/${name}`, code: 'invalid-character' }],
    });
  });

  it('may have a description of several lines', async () => {
    const create = new CreateWebhook(new World().ports);
    const { description } = await create.execute('alice', { url, events, description: 'a\r\n\tb' });
    expect(description).toBe('a\r\n\tb');
  });
});
