import type { GalleryImage } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';
import type { Library } from './library.svelte.ts';

/** The selected images of a library. */
export class Selection {
  readonly ids = new SvelteSet<string>();
  private latest: string | undefined;
  /** Incremented to stop the loading of all images. */
  private turn = 0;

  constructor(private readonly library: Library) {}

  /** Selects or deselects an image. With `upTo`, also the images between it and the previous one. */
  toggle(id: string, { upTo }: { readonly upTo: boolean }): void {
    const ids = this.library.shown.map((image) => image.id);
    const from = upTo && this.latest !== undefined ? ids.indexOf(this.latest) : -1;
    const to = ids.indexOf(id);
    if (from >= 0)
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) this.ids.add(each);
    else if (!this.ids.delete(id)) this.ids.add(id);
    this.latest = id;
  }

  /**
   * Selects all images that meet the filter, beginning with those that are loaded, until the selection changes
   * otherwise.
   */
  async all(): Promise<void> {
    const turn = (this.turn += 1);
    let isMore = true;
    for (let from = 0; turn === this.turn;) {
      const { shown } = this.library;
      for (const { id } of isMore ? shown.slice(from) : shown) this.ids.add(id);
      if (!isMore) return;
      from = shown.length;
      isMore = await this.library.next();
    }
  }

  /** The selected images in the order of the library. */
  images(): readonly GalleryImage[] {
    const ids = new Set(this.ids); // called for each of very many images
    return this.library.shown.filter(({ id }) => ids.has(id));
  }

  clear(): void {
    this.turn += 1;
    this.latest = undefined;
    this.ids.clear();
  }

  /**
   * Handles keys of the page: Ctrl+A selects all, Escape ends the selection. Inputs and dialogs handle these keys
   * themselves.
   */
  press(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, target } = event;
    const isElsewhere =
      target instanceof Element && target.closest('dialog, select, textarea, input:not([type=checkbox])');
    if (isElsewhere || document.querySelector('dialog[open]') !== null) return;
    if (key === 'Escape') this.clear();
    if (key.toLowerCase() !== 'a' || !(ctrlKey || metaKey)) return;
    event.preventDefault();
    void this.all();
  }
}
