import type { AlbumRecord, GalleryImage } from '@cairn/api-schema';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { toasts } from '../../api/toasts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { router } from '../../routing/router.svelte.ts';
import { change, idsOf } from '../images/library/change-images.ts';
import { addressOf } from './album-texts.ts';
import type { Move } from './places.ts';

/** The maximum number of images in one request to the server. */
const AT_ONCE = 1_000;

/**
 * Adds images at the end of an album. Resolves when it is done or, with many images, as soon as the work has started.
 */
export async function addToAlbum(album: AlbumRecord, images: readonly GalleryImage[]): Promise<void> {
  await place(album, images);
  tellAdded(album, images);
}

/** Creates an album of images, in this order. */
export async function makeAlbumOf(title: string, images: readonly GalleryImage[]): Promise<void> {
  const album = await client.call('POST /api/albums', {
    body: { title, images: idsOf(images.slice(0, AT_ONCE)) },
  });
  changes.note('albums');
  if (images.length > AT_ONCE) await place(album, images.slice(AT_ONCE));
  tellAdded(album, images);
}

async function place({ id }: AlbumRecord, images: readonly GalleryImage[]): Promise<void> {
  await change(images, {
    atOnce: AT_ONCE,
    title: (count) => i18n.t.albums.addedOf(count),
    act: async (some, signal) => {
      await client.call('POST /api/albums/{id}/images', {
        params: { id },
        body: { images: idsOf(some) },
        signal,
      });
      changes.note('albums');
    },
  });
}

/** With many images, the listed work reports the result. */
function tellAdded({ id, title }: AlbumRecord, images: readonly GalleryImage[]): void {
  const { added, open } = i18n.t.albums;
  const run = () => router.go(addressOf(id));
  if (images.length <= AT_ONCE) toasts.show(added(title), { action: { text: open, run } });
}

/** Removes images from an album. Resolves as `addToAlbum` does. */
export async function takeOutOfAlbum(albumId: string, images: readonly GalleryImage[]): Promise<void> {
  await change(images, {
    atOnce: AT_ONCE,
    title: (count) => i18n.t.albums.takenOf(count),
    act: async (some, signal) => {
      await client.call('POST /api/albums/{id}/images/remove', {
        params: { id: albumId },
        body: { images: idsOf(some) },
        signal,
      });
      changes.note('albums');
    },
  });
}

/** Moves images of an album as they moved in its list. */
export async function moveInAlbum(
  albumId: string,
  { moving, others, at }: Move<GalleryImage>,
): Promise<void> {
  const ids = idsOf(moving);
  const last = others.at(-1);
  if (last === undefined) return;
  const { id: before } = others[at] ?? last;
  for (let from = 0; from < ids.length; from += AT_ONCE)
    await client.call('POST /api/albums/{id}/images', {
      params: { id: albumId },
      body: { images: ids.slice(from, from + AT_ONCE), before },
    });
  // The server can place images at the end only if they are new to the album. So the last image is placed before them.
  if (at === others.length)
    await client.call('POST /api/albums/{id}/images', {
      params: { id: albumId },
      body: { images: [last.id], before: ids[0] },
    });
}
