import { CreateWebhook, ManageWebhooks } from '@cairn/webhooks';
import { expect, it } from '@jest/globals';
import { signal, World } from './webhook-world.spec.kit.js';

it('a webhook whose maker is no manager any more is disabled before the next message, until another one enables it', async () => {
  const world = new World();
  const given = { url: 'https://a/', events: ['image.*'], madeBy: 'user:ada' };
  const { id } = await new CreateWebhook(world.ports).execute('alice', given);
  await world.happen('beach');
  await world.deliver.execute({ signal });
  expect(await world.states(id)).toEqual(['delivered']);
  world.managers.clear();
  await world.happen('hill');
  await world.deliver.execute({ signal });
  expect(world.subjectsAt('a')).toEqual(['beach']);
  expect(await world.endpoints.get('alice', id)).toMatchObject({ disabledBy: 'revoked' });
  world.managers.add('user:bob');
  await new ManageWebhooks(world.ports).change('alice', id, { enabled: true, by: 'user:bob' });
  await world.deliver.execute({ signal });
  expect(world.subjectsAt('a')).toEqual(['beach', 'hill']);
});
