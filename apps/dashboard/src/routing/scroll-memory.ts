const STORED = 'cairn-scroll';
/** A view that has not grown for this long is complete. */
const AT_REST_MS = 5_000;

/**
 * Keeps the scroll position of each history entry. The browser would restore it before a view has loaded its content.
 * Here the position is restored repeatedly while the document grows, until somebody scrolls, clicks or types.
 */
class ScrollMemory {
  private readonly places = new Map<string, number>(
    JSON.parse(sessionStorage.getItem(STORED) ?? '[]') as readonly (readonly [string, number])[],
  );
  private entry = '';
  private wanted: number | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('scroll', () => this.note(), { passive: true });
    addEventListener('pagehide', () => sessionStorage.setItem(STORED, JSON.stringify([...this.places])));
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(type, () => (this.wanted = undefined), { passive: true, capture: true });
    new ResizeObserver(() => this.restore()).observe(document.body);
  }

  /** A new entry starts at the top, or at the position of the previous entry. */
  begin(entry: string, { atTop }: { readonly atTop: boolean }): void {
    this.note();
    [this.entry, this.wanted] = [entry, undefined];
    this.places.set(entry, atTop ? 0 : scrollY);
  }

  /** Returns to an entry. */
  enter(entry: string): void {
    this.note();
    [this.entry, this.wanted] = [entry, this.places.get(entry)];
    this.restore();
  }

  private note(): void {
    if (this.wanted === undefined) this.places.set(this.entry, scrollY);
  }

  private restore(): void {
    if (this.wanted === undefined) return;
    scrollTo(0, this.wanted);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.wanted = undefined), AT_REST_MS);
  }
}

export const scrollMemory = new ScrollMemory();
