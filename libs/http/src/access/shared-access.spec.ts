import {
  AccessForbidden,
  type Acting,
  type Grant,
  type GrantedResource,
  type GrantRole,
} from '@cairn/access';
import { createApplication, type Application } from '@cairn/composition';
import { CreateAlbum, ImageNotFound, UploadImage } from '@cairn/images';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SharedAccess } from './shared-access.js';

/** A PNG of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const OWNER = 'ada';
const NONE = 'A'.repeat(22);

let application: Application;
let shared: SharedAccess;
let [inTrip, inAlbum, secret, own, albumId] = ['', '', '', '', ''];

beforeAll(async () => {
  application = await createApplication({ database: { kind: 'memory' }, blobs: { kind: 'memory' } });
  shared = new SharedAccess(application);
  const upload = async (path: string, addedBy?: string): Promise<string> => {
    const bytes = (async function* () {
      yield PNG;
    })();
    const details = async () => ({ name: 'a.png', path, visibility: 'private' });
    const { id } = await application
      .get(UploadImage)
      .execute({ owner: OWNER, bytes, details, ...(addedBy !== undefined && { addedBy }) });
    return id;
  };
  inTrip = await upload('trip');
  inAlbum = await upload('others');
  secret = await upload('secret');
  own = await upload('others', 'user:grace');
  const made = await application.get(CreateAlbum).execute(OWNER, { title: 'Summer', imageIds: [inAlbum] });
  albumId = made.album.album.id;
});
afterAll(() => application.close());

function granted(resource: GrantedResource, role: GrantRole): Grant {
  const to = { type: 'user', id: 'grace' } as const;
  return { id: `${resource.type} ${resource.id}`, accountId: OWNER, resource, to, role, createdAt: 0 };
}

const acting = (...held: readonly Grant[]): Acting => ({ accountId: OWNER, bearer: 'user:grace', held });
const album = (): Grant => granted({ type: 'album', id: albumId }, 'editor');
const trip = (role: GrantRole): Grant => granted({ type: 'folder', id: 'trip' }, role);

describe('what somebody may place in an album', () => {
  it('are images that they edit or have added; those that they have no role in are as if not there', async () => {
    const ids = [inTrip, secret, own, NONE];
    expect(await shared.placeable(acting(album(), trip('editor')), ids)).toEqual([inTrip, own, NONE]);
    expect(await shared.placeable(undefined, ids)).toEqual(ids);
    const account = granted({ type: 'account', id: OWNER }, 'editor');
    expect(await shared.placeable(acting(account), ids)).toEqual(ids);
  });

  it('are no images that they only look at, in a folder or by an album', async () => {
    const place = (held: readonly Grant[], id: string) => shared.placeable(acting(...held), [id]);
    await expect(place([album(), trip('contributor')], inTrip)).rejects.toThrow(AccessForbidden);
    await expect(place([album()], inAlbum)).rejects.toThrow(AccessForbidden);
  });
});

it('an image that somebody has no role in cannot be told from none', async () => {
  await shared.assertSees(acting(album()), inAlbum);
  await shared.assertSees(acting(trip('viewer')), inTrip);
  await shared.assertSees(undefined, secret);
  for (const id of [secret, own, inTrip, NONE])
    await expect(shared.assertSees(acting(album()), id)).rejects.toThrow(ImageNotFound);
});
