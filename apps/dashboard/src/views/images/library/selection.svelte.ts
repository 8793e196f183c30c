import type { GalleryImage } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';
import type { ImageSequence } from './sequence.ts';

/** The selected images of a library. */
export class Selection {
  readonly ids = new SvelteSet<string>();
  private latest: string | undefined;
  /** Incremented to stop the loading of all images. */
  private turn = 0;

  /** @param shown The images in the view, which may be others after a change of their order. */
  constructor(private readonly shown: () => ImageSequence) {}

  /** Selects or deselects an image. With `upTo`, also the images between it and the previous one. */
  toggle(id: string, { upTo }: { readonly upTo: boolean }): void {
    const from = upTo ? this.latest : undefined;
    this.latest = id;
    if (from !== undefined) void this.add(from, id);
    else if (!this.ids.delete(id)) this.ids.add(id);
  }

  private async add(from: string, to: string): Promise<void> {
    const turn = (this.turn += 1);
    const ids = await this.shown().between(from, to);
    if (turn === this.turn) for (const id of ids.length > 0 ? ids : [to]) this.ids.add(id);
  }

  /**
   * Selects all images that meet the filter, beginning with those that are loaded, until the selection changes
   * otherwise.
   */
  async all(): Promise<void> {
    const turn = (this.turn += 1);
    for await (const ids of this.shown().all()) {
      if (turn !== this.turn) return;
      for (const id of ids) this.ids.add(id);
    }
  }

  /** The selected images in the order of the library. */
  images(): readonly GalleryImage[] {
    return this.shown().of(new Set(this.ids)); // a plain set, because it is asked for each of very many images
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
