const STORED = 'cairn-scroll';
/** A view that has not grown for so long is all there. */
const AT_REST_MS = 5_000;

/**
 * Where each entry of the history was scrolled to. The browser would restore that before a view has loaded what it shows;
 * here the place is kept in sight while the document grows, until someone scrolls, clicks or types.
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

  /** A new entry begins at the top, or where the one before was. */
  begin(entry: string, { atTop }: { readonly atTop: boolean }): void {
    this.note();
    [this.entry, this.wanted] = [entry, undefined];
    this.places.set(entry, atTop ? 0 : scrollY);
  }

  /** Comes back to an entry. */
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
