import type { GalleryImage } from '@cairn/api-schema';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { PagedList, type PageSource } from '../../../api/paged-list.svelte.ts';

/** The filter of the shown images, from the address of the view. */
export interface LibraryFilter {
  readonly path: string;
  readonly tags: readonly string[];
  readonly q: string;
  readonly sort: 'newest' | 'oldest' | 'name' | 'size';
}

/** The extras that the gallery requests for each image. */
const INCLUDED = ['placeholder', 'file', 'visibility'] as const;

/** Images of the account. */
export class Library extends PagedList<GalleryImage> {
  /**
   * The images without deleted ones. Returns the same array if nothing is deleted, because filtering costs time for
   * every loaded page.
   */
  readonly shown = $derived.by(() => {
    const { deletedImages: gone } = changes;
    return gone.size === 0 ? this.items : this.items.filter(({ id }) => !gone.has(id));
  });
}

/** The images that meet a filter. */
export function filteredImages({ path, tags, q, sort }: LibraryFilter): PageSource<GalleryImage> {
  return (pageSize) =>
    client.list('GET /api/images', {
      query: {
        sort,
        limit: pageSize,
        include: [...INCLUDED],
        ...(path !== '' && { path }),
        ...(tags.length > 0 && { tags }),
        ...(q !== '' && { q }),
      },
    });
}

/** The images of an album, in its order. */
export function albumImages(id: string): PageSource<GalleryImage> {
  return (pageSize) =>
    client.list('GET /api/albums/{id}/images', {
      params: { id },
      query: { limit: pageSize, include: [...INCLUDED] },
    });
}
