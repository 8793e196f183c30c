import type { Visibility } from '@cairn/images';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { featuresOf, photoPlaces } from './photo-places.spec.kit.js';

const ALL = { kind: 'folder', path: '' } as const;

let places: ReturnType<typeof photoPlaces>;
let space: string;

beforeEach(async () => {
  places = photoPlaces();
  space = await places.addSpace();
});

const show = (id: string, visibility: Visibility) =>
  places.catalog.changeVisibility('alice', [id], { visibility, now: 1 });

/** A space can be shared with others. */
describe('public photos alone', () => {
  it('become features while they are public, and leave the map at once when they are not', async () => {
    await places.link.execute('alice', ALL, space);
    await places.check();
    const [photo, hidden] = [await places.addPhoto(), await places.addPhoto()];
    for (const visibility of ['unlisted', 'private'] as const) {
      await places.addPhoto({ visibility });
      await show(hidden.id, visibility);
      await places.deliver();
      expect(await places.idsOf(space)).toEqual(featuresOf(photo));
      await show(hidden.id, 'public');
      await places.deliver();
      expect(await places.idsOf(space)).toEqual(featuresOf(photo, hidden));
    }
  });

  it('are what a new link fills its space with, and what a later check leaves there', async () => {
    const [photo, hidden] = [await places.addPhoto(), await places.addPhoto()];
    await places.addPhoto({ visibility: 'private' });
    await places.addPhoto({ visibility: 'unlisted' });
    await places.link.execute('alice', ALL, space);
    await places.check();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo, hidden));
    await show(hidden.id, 'private');
    places.clock.advance(25 * 60 * 60 * 1000);
    await places.check();
    expect(await places.idsOf(space)).toEqual(featuresOf(photo));
  });
});
