import type { GalleryImage } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';
import type { Library } from './library.svelte.ts';

/** Which images of a library are selected. */
export class Selection {
  readonly ids = new SvelteSet<string>();
  private latest: string | undefined;
  /** Moves when what reads all images is to end. */
  private turn = 0;

  constructor(private readonly library: Library) {}

  /** Selects an image or no longer, or with `upTo` those between it and the one before. */
  toggle(id: string, { upTo }: { readonly upTo: boolean }): void {
    const ids = this.library.shown.map((image) => image.id);
    const from = upTo && this.latest !== undefined ? ids.indexOf(this.latest) : -1;
    const to = ids.indexOf(id);
    if (from >= 0)
      for (const each of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) this.ids.add(each);
    else if (!this.ids.delete(id)) this.ids.add(id);
    this.latest = id;
  }

  /** Selects all images that meet the filter, those first that are read already, until something else is asked for. */
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

  /** In the order of the library. */
  images(): readonly GalleryImage[] {
    const ids = new Set(this.ids); // it is asked for each of very many
    return this.library.shown.filter(({ id }) => ids.has(id));
  }

  clear(): void {
    this.turn += 1;
    this.latest = undefined;
    this.ids.clear();
  }

  /** For keys on the page: Ctrl+A selects all, Escape ends. What one types in, and dialogs, have these keys for themselves. */
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
