import type { GalleryImage } from '@cairn/api-schema';
import { account } from '../../../api/account.ts';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { BulkWork, type BulkTask } from '../../../progress/bulk-work.svelte.ts';
import { tellDeleted } from '../../trash/restore.ts';
import { nameOf } from './image-file.ts';

/** The maximum number of images in one request. Larger changes are work that every view shows. */
export const AT_ONCE = 200;

/** An operation on images, `AT_ONCE` of them at a time unless it says otherwise. */
type Change = Pick<BulkTask<GalleryImage>, 'act' | 'title'> & {
  readonly atOnce?: number;
  /** Called at the end, also if some of it failed. */
  readonly ended?: () => void;
};

/** Resolves when it is done or, with many images, as soon as the work has started. */
export async function change(
  images: readonly GalleryImage[],
  { act, title, atOnce = AT_ONCE, ended }: Change,
): Promise<void> {
  if (images.length <= atOnce) {
    await act(images, new AbortController().signal);
    ended?.();
  } else void new BulkWork({ all: images, atOnce, nameOf, act, title }).start().then(ended);
}

export const idsOf = (images: readonly GalleryImage[]) => images.map(({ id }) => id);

/** Deletes images. They disappear from lists when the server has confirmed the deletion. */
export async function deleteImages(images: readonly GalleryImage[]): Promise<void> {
  await change(images, {
    title: (count) => i18n.t.images.deletedOf(count),
    act: async (some, signal) => {
      try {
        const [one] = some;
        // In an account of somebody else, only its editors may delete many images at once.
        if (account !== undefined && one !== undefined && some.length === 1)
          await client.call('DELETE /api/images/{id}', { params: { id: one.id }, signal });
        else await client.call('POST /api/images/bulk/delete', { body: { ids: idsOf(some) }, signal });
        some.forEach(({ id }) => changes.deletedImages.add(id));
      } finally {
        changes.note('images'); // they may be deleted even if the response was lost
      }
    },
  });
  if (images.length <= AT_ONCE) void tellDeleted(i18n.t.images.deleted(images.length), idsOf(images));
}

/** Adds tags to images and removes tags from them. */
export async function tagImages(
  images: readonly GalleryImage[],
  tags: { readonly add: readonly string[]; readonly remove: readonly string[] },
): Promise<void> {
  await change(images, {
    title: (count) => i18n.t.images.taggedOf(count),
    act: async (some, signal) => {
      await client.call('POST /api/images/bulk/tags', { body: { ids: idsOf(some), ...tags }, signal });
      changes.note('images');
    },
  });
}
