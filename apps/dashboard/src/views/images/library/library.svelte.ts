import type { GalleryImage } from '@cairn/api-schema';
import { changes } from '../../../api/changes.svelte.ts';
import { client } from '../../../api/client.ts';
import { PagedList, type PageSource } from '../../../api/paged-list.svelte.ts';
import { conditionsOf, type LibraryFilter } from './filter.ts';
import type { ImageSequence, SequencePlace } from './sequence.ts';

/** The extras that the gallery requests for each image. */
const INCLUDED = ['placeholder', 'file', 'visibility', 'details'] as const;

/** More images are loaded when this few are left before the end. */
const NEAR_END = 10;

/** Images of the account. */
export class Library extends PagedList<GalleryImage> implements ImageSequence {
  /**
   * The images without deleted ones. Returns the same array if nothing is deleted, because filtering costs time for
   * every loaded page.
   */
  readonly shown = $derived.by(() => {
    const { deletedImages: gone } = changes;
    return gone.size === 0 ? this.items : this.items.filter(({ id }) => !gone.has(id));
  });

  at(id: string): SequencePlace | undefined {
    const { shown, isWhole } = this;
    const index = shown.findIndex((each) => each.id === id);
    const image = shown[index];
    if (image === undefined) return undefined;
    return {
      image,
      previous: shown[index - 1],
      next: shown[index + 1],
      index,
      count: shown.length,
      isWhole,
    };
  }

  async reach(id: string): Promise<void> {
    if (this.shown.findIndex((each) => each.id === id) >= this.shown.length - NEAR_END) await this.more();
  }

  async between(one: string, other: string): Promise<readonly string[]> {
    const ids = this.shown.map(({ id }) => id);
    const [from, to] = [ids.indexOf(one), ids.indexOf(other)];
    return await Promise.resolve(from < 0 ? [] : ids.slice(Math.min(from, to), Math.max(from, to) + 1));
  }

  async *all(): AsyncIterable<readonly string[]> {
    let isMore = true;
    for (let from = 0; ;) {
      const { shown } = this;
      yield (isMore ? shown.slice(from) : shown).map(({ id }) => id);
      if (!isMore) return;
      from = shown.length;
      isMore = await this.next();
    }
  }

  of(ids: ReadonlySet<string>): readonly GalleryImage[] {
    return this.shown.filter(({ id }) => ids.has(id));
  }
}

/** The images that meet a filter, in its order; those without a time, which have no day, from the newest. */
export function filteredImages(filter: LibraryFilter): PageSource<GalleryImage> {
  const sort = filter.sort === 'taken' ? 'newest' : filter.sort;
  return (pageSize) =>
    client.list('GET /api/images', {
      query: { ...conditionsOf(filter), sort, limit: pageSize, include: [...INCLUDED] },
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
