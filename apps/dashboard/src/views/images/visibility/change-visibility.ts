import type { GalleryImage } from '@cairn/api-schema';
import type { Visibility } from '@cairn/client';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { i18n } from '../../../i18n/i18n.svelte.ts';
import { BulkWork, type BulkTask } from '../../../progress/bulk-work.svelte.ts';
import { AT_ONCE, change, idsOf } from '../library/change-images.ts';
import { nameOf } from '../library/image-file.ts';

/** Changes who gets the files of images. With many images, this is work that every view shows. */
export async function showImages(images: readonly GalleryImage[], visibility: Visibility): Promise<void> {
  await change(images, taskOf(visibility));
}

/** The same as work that is shown where it is begun, too. */
export function visibilityWork(
  images: readonly GalleryImage[],
  visibility: Visibility,
): BulkWork<GalleryImage> {
  return new BulkWork({ all: images, atOnce: AT_ONCE, nameOf, ...taskOf(visibility) });
}

function taskOf(visibility: Visibility): Pick<BulkTask<GalleryImage>, 'act' | 'title'> {
  return {
    title: (count) => i18n.t.visibility.changedOf(count),
    act: async (some, signal) => {
      await client.call('POST /api/images/bulk/visibility', {
        body: { ids: idsOf(some), visibility },
        signal,
      });
      changes.note('images');
    },
  };
}

/** The images in and below a folder that have a different visibility. */
export async function othersIn(path: string, visibility: Visibility): Promise<readonly GalleryImage[]> {
  const others = (['public', 'unlisted', 'private'] as const).filter((each) => each !== visibility);
  const filter = { visibility: others, ...(path !== '' && { path }) };
  return await client.list('GET /api/images', { query: { ...filter, limit: 1_000 } }).all();
}
