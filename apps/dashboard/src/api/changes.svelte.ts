import type { CairnEvent } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';

/** Time for which changes are collected. */
const GATHER_MS = 250;
/** Shortest time between two moves of what is counted, so that an import does not load lists without end. */
const PAUSE_MS = 1_500;

type Kind = 'images' | 'albums' | 'spaces';

/** What may have changed since it was loaded, by this page or elsewhere. What shows a list loads it again when its number moves. */
class Changes {
  images = $state(0);
  /** Moves for what this page does alone: the server has no events of albums. */
  albums = $state(0);
  spaces = $state(0);
  /** Images that are gone, before the lists without them are there. */
  readonly deletedImages = new SvelteSet<string>();

  private readonly noted = new Set<Kind>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = Number.NEGATIVE_INFINITY;

  /** Moves the numbers soon, once for many changes. */
  note(...kinds: readonly Kind[]): void {
    for (const kind of kinds) this.noted.add(kind);
    this.timer ??= setTimeout(
      () => this.move(),
      Math.max(GATHER_MS, this.movedAt + PAUSE_MS - performance.now()),
    );
  }

  noteEvent({ type, id }: CairnEvent): void {
    if (type === 'image-deleted' && id !== undefined) this.deletedImages.add(id);
    if (type === 'reset') this.note('images', 'spaces');
    else this.note(type.startsWith('image-') ? 'images' : 'spaces');
  }

  private move(): void {
    this.timer = undefined;
    this.movedAt = performance.now();
    for (const kind of this.noted) this[kind] += 1;
    this.noted.clear();
  }
}

export const changes = new Changes();
