import type { GalleryImage, ImageRecord } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';
import { client } from '../../api/client.ts';

/** Which images are shown, as the address of the view says. */
export interface LibraryFilter {
  readonly path: string;
  readonly tags: readonly string[];
  readonly q: string;
  readonly sort: 'newest' | 'oldest' | 'name' | 'size';
}

const PAGE = 200;

/** The images that meet a filter, read page by page as they are looked at. */
export class Library {
  images = $state.raw<readonly GalleryImage[]>([]);
  isWhole = $state(false);
  isLoading = $state(false);
  error = $state.raw<unknown>();
  /** Those that are about to be deleted. */
  readonly hidden = new SvelteSet<string>();
  readonly shown = $derived(this.images.filter(({ id }) => !this.hidden.has(id)));

  private pages: AsyncIterator<readonly GalleryImage[]> | undefined;
  private attempt = 0;

  /** Begins anew. What was shown stays until the first page is there. */
  async load({ path, tags, q, sort }: LibraryFilter): Promise<void> {
    const listing = client.images.list({
      ...{ sort, pageSize: PAGE, include: ['placeholder'] },
      ...(path !== '' && { path }),
      ...(tags.length > 0 && { tags }),
      ...(q !== '' && { q }),
    });
    this.pages = listing.pages()[Symbol.asyncIterator]();
    await this.read([]);
  }

  /** Reads the next page. */
  async more(): Promise<void> {
    if (!this.isLoading && !this.isWhole && this.error === undefined) await this.read(this.images);
  }

  /** Shows a record as it is now. */
  replace(image: ImageRecord): void {
    this.images = this.images.map((each) => (each.id === image.id ? { ...each, ...image } : each));
  }

  private async read(before: readonly GalleryImage[]): Promise<void> {
    const attempt = (this.attempt += 1);
    this.isLoading = true;
    this.error = undefined;
    try {
      const page = await this.pages?.next();
      if (attempt !== this.attempt) return;
      const found = page?.done === true ? [] : (page?.value ?? []);
      this.images = [...before, ...found];
      this.isWhole = found.length < PAGE;
    } catch (error) {
      if (attempt === this.attempt) this.error = error;
    } finally {
      if (attempt === this.attempt) this.isLoading = false;
    }
  }
}
