import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';
import { toasts } from '../../components/toasts.svelte.ts';
import { i18n } from '../../i18n/i18n.svelte.ts';

/** Deletes images. They leave the lists when the server has said that they are gone. */
export async function deleteImages(ids: readonly string[]): Promise<void> {
  try {
    await client.images.deleteMany(ids);
    ids.forEach((id) => changes.deletedImages.add(id));
    toasts.show(i18n.t.images.deleted(ids.length));
  } finally {
    changes.note('images'); // of many some may be gone although the rest failed
  }
}
