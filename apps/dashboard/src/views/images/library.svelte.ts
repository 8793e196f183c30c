import type { GalleryImage, ImageRecord } from '@cairn/api-schema';
import { changes } from '../../api/changes.svelte.ts';
import { client } from '../../api/client.ts';

/** Which images are shown, as the address of the view says. */
export interface LibraryFilter {
  readonly path: string;
  readonly tags: readonly string[];
  readonly q: string;
  readonly sort: 'newest' | 'oldest' | 'name' | 'size';
}

const PAGE = 200;
/** How many images are read again after a change. Those below are as they were read. */
const READ_AGAIN = 5 * PAGE;

/** Images, and where the next ones come from. */
interface Part {
  readonly images: readonly GalleryImage[];
  readonly pages: AsyncIterator<readonly GalleryImage[]>;
  readonly isWhole: boolean;
}

/** The images that meet a filter, read page by page as they are looked at. */
export class Library {
  images = $state.raw<readonly GalleryImage[]>([]);
  isWhole = $state(false);
  isLoading = $state(false);
  error = $state.raw<unknown>();
  /** All of them, as they are, unless some are left out: each page read would go through all images otherwise. */
  readonly shown = $derived.by(() => {
    const { deletedImages: gone } = changes;
    return gone.size === 0 ? this.images : this.images.filter(({ id }) => !gone.has(id));
  });

  private filter: LibraryFilter | undefined;
  private pages: Part['pages'] | undefined;
  private attempt = 0;
  private reading = Promise.resolve();

  /** Begins anew. What was shown stays until the first page is there. */
  async load(filter: LibraryFilter): Promise<void> {
    this.filter = filter;
    await this.read(async () => await nextPart(pagesOf(filter)));
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    const { pages, isLoading, isWhole, error } = this;
    if (pages === undefined || isLoading || isWhole || error !== undefined) return;
    await this.read(async () => {
      const part = await nextPart(pages);
      return { ...part, images: [...this.images, ...part.images] };
    });
  }

  /** Reads the next page, after one that is on its way. Gives whether there may be more. */
  async next(): Promise<boolean> {
    while (this.isLoading) await this.reading;
    await this.more();
    return !this.isWhole && this.error === undefined;
  }

  /** Reads what is shown again, as images have come, gone or changed. If that fails, what is shown stays. */
  async refresh(): Promise<void> {
    while (this.isLoading) await this.reading;
    const { filter, pages, images, isWhole } = this;
    if (filter === undefined) return;
    if (pages === undefined || this.error !== undefined) await this.load(filter);
    else
      await this.read(async () => {
        const shown = { images, pages, isWhole };
        return withNew(await firstPart(filter, images.length).catch(() => shown), shown);
      });
  }

  /** Shows a record as it is now. */
  replace(image: ImageRecord): void {
    this.images = this.images.map((each) => (each.id === image.id ? { ...each, ...image } : each));
  }

  private async read(find: () => Promise<Part>): Promise<void> {
    this.reading = this.attemptTo(find);
    await this.reading;
  }

  private async attemptTo(find: () => Promise<Part>): Promise<void> {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    this.error = undefined;
    try {
      const part = await find();
      if (attempt === this.attempt)
        ({ images: this.images, pages: this.pages, isWhole: this.isWhole } = part);
    } catch (error) {
      if (attempt === this.attempt) this.error = error;
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  }
}

function pagesOf({ path, tags, q, sort }: LibraryFilter): Part['pages'] {
  const listing = client.images.list({
    sort,
    pageSize: PAGE,
    include: ['placeholder', 'file'],
    ...(path !== '' && { path }),
    ...(tags.length > 0 && { tags }),
    ...(q !== '' && { q }),
  });
  return listing.pages()[Symbol.asyncIterator]();
}

async function nextPart(pages: Part['pages']): Promise<Part> {
  const next = await pages.next();
  const images = next.done === true ? [] : next.value;
  return { images, pages, isWhole: images.length < PAGE };
}

/** As many images from the first one on, but no more than are read again at once. */
async function firstPart(filter: LibraryFilter, count: number): Promise<Part> {
  let part = await nextPart(pagesOf(filter));
  while (!part.isWhole && part.images.length < Math.min(count, READ_AGAIN)) {
    const next = await nextPart(part.pages);
    part = { ...next, images: [...part.images, ...next.images] };
  }
  return part;
}

/** What is shown, with its first images as they are now. */
function withNew(first: Part, shown: Part): Part {
  if (first.isWhole || first.images.length >= shown.images.length) return first;
  const ids = new Set(first.images.map(({ id }) => id));
  const same = shown.images.findLastIndex(({ id }) => ids.has(id));
  return same < 0 ? first : { ...shown, images: [...first.images, ...shown.images.slice(same + 1)] };
}
