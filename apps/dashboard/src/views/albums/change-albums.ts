import type { AlbumRecord, GalleryImage } from '@cairn/api-schema';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { toasts } from '../../api/toasts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { router } from '../../routing/router.svelte.ts';
import { change, idsOf } from '../images/library/change-images.ts';
import { addressOf } from './album-texts.ts';
import type { Move } from './places.ts';

/** The server takes so many images at once. */
const AT_ONCE = 1_000;

/** Adds images at the end of an album. Resolves when it is done, or with many images as soon as it is under way. */
export async function addToAlbum(album: AlbumRecord, images: readonly GalleryImage[]): Promise<void> {
  await place(album, images);
  tellAdded(album, images);
}

/** Makes an album of images, in this order. */
export async function makeAlbumOf(title: string, images: readonly GalleryImage[]): Promise<void> {
  const album = await client.albums.create({ title, images: idsOf(images.slice(0, AT_ONCE)) });
  changes.note('albums');
  if (images.length > AT_ONCE) await place(album, images.slice(AT_ONCE));
  tellAdded(album, images);
}

async function place({ id }: AlbumRecord, images: readonly GalleryImage[]): Promise<void> {
  await change(images, {
    atOnce: AT_ONCE,
    title: (count) => i18n.t.albums.addedOf(count),
    act: async (some, signal) => {
      await client.albums.place(id, idsOf(some), { signal });
      changes.note('albums');
    },
  });
}

/** Of many images the work that is under way tells. */
function tellAdded({ id, title }: AlbumRecord, images: readonly GalleryImage[]): void {
  const { added, open } = i18n.t.albums;
  const run = () => router.go(addressOf(id));
  if (images.length <= AT_ONCE) toasts.show(added(title), { action: { text: open, run } });
}

/** Takes images out of an album. Resolves as `addToAlbum` does. */
export async function takeOutOfAlbum(albumId: string, images: readonly GalleryImage[]): Promise<void> {
  await change(images, {
    atOnce: AT_ONCE,
    title: (count) => i18n.t.albums.takenOf(count),
    act: async (some, signal) => {
      await client.albums.take(albumId, idsOf(some), { signal });
      changes.note('albums');
    },
  });
}

/** Has images of an album move as they do in its list. */
export async function moveInAlbum(
  albumId: string,
  { moving, others, at }: Move<GalleryImage>,
): Promise<void> {
  const ids = idsOf(moving);
  const last = others.at(-1);
  if (last === undefined) return;
  const { id: before } = others[at] ?? last;
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await client.albums.place(albumId, ids.slice(from, from + AT_ONCE), { before });
  // Nothing goes behind the last one but what is new to the album: so the last one goes before those.
  if (at === others.length) await client.albums.place(albumId, [last.id], { before: ids[0] });
}
