const STORED = 'cairn-scroll';
/** A view that has not grown for this long is complete. */
const AT_REST_MS = 5_000;

/** A view that keeps its place itself, because the heights of what is above it are estimates. */
interface PlaceKeeper {
  /** The place as a text. */
  readonly now: () => string;
  readonly goTo: (place: string) => void;
}

const STORED_PLACES = 'cairn-places';

const stored = <T>(name: string): Map<string, T> =>
  new Map(JSON.parse(sessionStorage.getItem(name) ?? '[]') as readonly (readonly [string, T])[]);

/**
 * Keeps the scroll position of each history entry. The browser would restore it before a view has loaded its content.
 * Here the position is restored repeatedly while the document grows, until somebody scrolls, clicks or types.
 */
class ScrollMemory {
  private readonly places = stored<number>(STORED);
  /** The places of views that keep their own. */
  private readonly kept = stored<string>(STORED_PLACES);
  private keeper: PlaceKeeper | undefined;
  private entry = '';
  private wanted: number | undefined;
  /** Whether nobody has scrolled, clicked or typed since the entry was returned to. */
  private isReturning = false;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    history.scrollRestoration = 'manual';
    addEventListener('scroll', () => this.note(), { passive: true });
    addEventListener('pagehide', () => {
      sessionStorage.setItem(STORED, JSON.stringify([...this.places]));
      sessionStorage.setItem(STORED_PLACES, JSON.stringify([...this.kept]));
    });
    for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
      addEventListener(type, () => this.release(), { passive: true, capture: true });
    new ResizeObserver(() => this.restore()).observe(document.body);
  }

  /** A new entry starts at the top, or at the position of the previous entry. */
  begin(entry: string, { atTop }: { readonly atTop: boolean }): void {
    this.note();
    this.release();
    this.entry = entry;
    this.places.set(entry, atTop ? 0 : scrollY);
    if (!atTop && this.keeper !== undefined) this.kept.set(entry, this.keeper.now());
  }

  /** Returns to an entry. */
  enter(entry: string): void {
    this.note();
    [this.entry, this.wanted, this.isReturning] = [entry, this.places.get(entry), true];
    if (this.keeper === undefined) this.restore();
    else this.return(this.keeper);
  }

  /**
   * Lets a view keep its place itself, and returns it to that of the entry. The browser, which would scroll when the page
   * grows above the window, leaves that to the view. Returns a function that ends this.
   */
  hand(keeper: PlaceKeeper): () => void {
    if (this.isReturning) this.return(keeper);
    this.keeper = keeper;
    const { style } = document.documentElement;
    style.overflowAnchor = 'none';
    return () => {
      if (this.keeper !== keeper) return;
      this.keeper = undefined;
      style.overflowAnchor = '';
    };
  }

  /** Restores nothing any more: something else has scrolled. */
  release(): void {
    [this.wanted, this.isReturning] = [undefined, false];
  }

  private return(keeper: PlaceKeeper): void {
    const place = this.kept.get(this.entry);
    if (place === undefined) return;
    this.release();
    keeper.goTo(place);
  }

  private note(): void {
    if (this.wanted !== undefined) return;
    this.places.set(this.entry, scrollY);
    if (this.keeper !== undefined) this.kept.set(this.entry, this.keeper.now());
  }

  private restore(): void {
    if (this.wanted === undefined) return;
    scrollTo(0, this.wanted);
    clearTimeout(this.timer);
    // The top is there at once. To wait for more would take back what is scrolled meanwhile.
    if (this.wanted === 0) this.wanted = undefined;
    else this.timer = setTimeout(() => (this.wanted = undefined), AT_REST_MS);
  }
}

export const scrollMemory = new ScrollMemory();
