import type { CairnEvent } from '@cairn/api-schema';
import { SvelteSet } from 'svelte/reactivity';

/** Time for which changes are collected. */
const GATHER_MS = 250;
/** Minimum time between two increments, so that an import does not reload lists continuously. */
const PAUSE_MS = 1_500;

type Kind = 'images' | 'albums' | 'spaces' | 'maps';

/** Counters of changes by this page or elsewhere. A view that shows a list reloads it when its counter changes. */
class Changes {
  images = $state(0);
  albums = $state(0);
  spaces = $state(0);
  maps = $state(0);
  /** Images that are deleted. Lists hide them until they are reloaded. */
  readonly deletedImages = new SvelteSet<string>();

  private readonly noted = new Set<Kind>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private movedAt = Number.NEGATIVE_INFINITY;

  /** Increments counters after a while, once for many changes. */
  note(...kinds: readonly Kind[]): void {
    for (const kind of kinds) this.noted.add(kind);
    this.timer ??= setTimeout(
      () => this.move(),
      Math.max(GATHER_MS, this.movedAt + PAUSE_MS - performance.now()),
    );
  }

  noteEvent({ type, id }: CairnEvent): void {
    if (type === 'image-deleted' && id !== undefined) this.deletedImages.add(id);
    if (type === 'reset') this.note('images', 'albums', 'spaces', 'maps');
    else this.note(kindOf(type));
  }

  private move(): void {
    this.timer = undefined;
    this.movedAt = performance.now();
    for (const kind of this.noted) this[kind] += 1;
    this.noted.clear();
  }
}

function kindOf(type: CairnEvent['type']): Kind {
  if (type.startsWith('image-')) return 'images';
  if (type.startsWith('album-')) return 'albums';
  return type.startsWith('map-') ? 'maps' : 'spaces';
}

export const changes = new Changes();
