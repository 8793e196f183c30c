import { MemoryFailedWorkRepository } from '@cairn/adapter-memory';
import { WorkAttempts } from '@cairn/kernel';
import { FollowPhotos } from '@cairn/photo-places';
import { later, sabotaged } from '@cairn/testkit';
import { expect, it } from '@jest/globals';
import { featuresOf, photoPlaces } from './photo-places.spec.kit.js';

it('a link that the server fails at holds up no other, neither at an event nor in the job', async () => {
  const places = photoPlaces();
  const [space, other] = [await places.addSpace(), await places.addSpace()];
  await places.link.execute('alice', { kind: 'folder', path: 'holiday' }, space);
  await places.link.execute('alice', { kind: 'folder', path: 'trip' }, other);
  await places.check();
  const writer = sabotaged(places.writer, {
    write: async (link, features) => {
      if (link.spaceId === space) throw new Error('broken');
      return await places.writer.write(link, features);
    },
  });
  const photos = [await places.addPhoto(), await places.addPhoto({ path: 'trip' })];
  const entries = await places.outbox.list(0, 100);
  await new FollowPhotos({ ...places, writer }).handleAll(entries.map(({ event }) => event));
  expect(await places.idsOf(other)).toEqual(featuresOf(...photos.slice(1)));
  places.clock.advance(60_000);
  await places.check({ writer });
  expect(await places.idsOf(space)).toEqual([]);
  places.clock.advance(60_000);
  await places.check();
  expect(await places.idsOf(space)).toEqual(featuresOf(...photos.slice(0, 1)));
});

it('a photo whose writing never ends holds up neither other photos nor the job', async () => {
  const places = photoPlaces();
  const space = await places.addSpace();
  await places.link.execute('alice', { kind: 'folder', path: 'holiday' }, space);
  await places.check();
  const [bad, good] = [await places.addPhoto(), await places.addPhoto()];
  const writer = sabotaged(places.writer, {
    write: async (link, features) =>
      JSON.stringify(features).includes(bad.id)
        ? await new Promise(() => undefined)
        : await places.writer.write(link, features),
  });
  const late = (): Promise<never> => later().then(() => Promise.reject(new Error('late')));
  const attempts = new WorkAttempts({
    failures: new MemoryFailedWorkRepository(),
    clock: places.clock,
    limited: async (work) => await Promise.race([work, late()]), // what ends takes no turn
  });
  const follow = new FollowPhotos({ ...places, writer, attempts });
  const entries = (await places.outbox.list(0, 100)).slice(-2);
  const [first, second] = entries.map(async ({ event }) => await follow.handleAll([event]));
  await expect(first).rejects.toThrow('late');
  await second;
  expect(await places.idsOf(space)).toEqual(featuresOf(good));
  places.clock.advance(60_000);
  await places.check();
});
