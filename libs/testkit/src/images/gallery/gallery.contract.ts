import type { CatalogRepository } from '@cairn/images/spi';
import { assert } from '../../assert.js';
import type { Contract } from '../../contract.js';
import { galleryChangeRules } from './gallery-change.rules.js';
import { galleryCountRules } from './gallery-count.rules.js';
import { galleryDetailsRules } from './gallery-details.rules.js';
import { galleryMoveRules } from './gallery-move.rules.js';
import { galleryListingRules } from './gallery-listing.rules.js';
import { galleryDaysRules } from './gallery-days.rules.js';
import { galleryPhotoRules } from './gallery-photo.rules.js';
import { galleryVisibilityRules } from './gallery-visibility.rules.js';
import { anImage } from '../../builders.js';
import { ENOUGH, stored } from './gallery-images.js';

/** Rules for who added an image. */
const galleryAddedByRules = {
  'who added an image is returned as it was stored, everywhere, also that it was the account itself': async ({
    open,
  }) => {
    const catalog = await open();
    const images = await stored(catalog, [
      anImage(),
      anImage({ addedBy: 'user:U1' }),
      anImage({ addedBy: 'key:k_-2' }),
      anImage({ addedBy: `link:${'x'.repeat(59)}` }),
    ]);
    const newest = [...images].reverse();
    for (const image of images) assert.deepEqual(await catalog.get('alice', image.id), image);
    const listed = await catalog.list('alice', { where: [], sort: 'newest' }, { limit: ENOUGH });
    assert.deepEqual(listed.images, newest);
    assert.deepEqual((await catalog.listByTag('alice', 'sea', { limit: ENOUGH })).items, newest);
    const ids = images.map(({ id }) => id);
    const byId = [...(await catalog.find('alice', ids))].sort((one, other) => (one.id < other.id ? -1 : 1));
    assert.deepEqual(byId, images);
  },

  'a change of tags, place, visibility or description leaves who added an image': async ({ open }) => {
    const catalog = await open();
    const [image] = await stored(catalog, [anImage({ addedBy: 'link:L1' })] as const);
    const ids = [image.id];
    const tagged = await catalog.changeTags('alice', ids, { change: { kind: 'set', tags: ['x'] }, now: 5 });
    const hidden = await catalog.changeVisibility('alice', ids, { visibility: 'private', now: 6 });
    const moved = await catalog.update('alice', image.id, { path: 'new', fileName: 'place.jpg', now: 7 });
    await catalog.describe(image, { uploadSha256: 'ab'.repeat(32), removed: [] });
    const stays = await catalog.get('alice', image.id);
    const gone = await catalog.removeAll('alice', ids);
    for (const each of [...tagged.changed, ...hidden.changed, moved, stays, ...gone])
      assert.equal(each.addedBy, 'link:L1');
  },
} satisfies Contract<CatalogRepository>;

/** Rules for every `CatalogRepository`: how images are listed, counted and changed many at once. */
export const galleryContract = {
  ...galleryListingRules,
  ...galleryCountRules,
  ...galleryChangeRules,
  ...galleryMoveRules,
  ...galleryVisibilityRules,
  ...galleryPhotoRules,
  ...galleryDaysRules,
  ...galleryAddedByRules,
  ...galleryDetailsRules,
} satisfies Contract<CatalogRepository>;
