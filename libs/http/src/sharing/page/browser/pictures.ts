/** More pictures are loaded when the end of the list is this far below the visible part. */
const AHEAD = '1200px';

/** The pictures of the page, and those of later pages as they are loaded. */
export class Pictures {
  private loading: Promise<void> | undefined;

  constructor(private readonly grid: HTMLElement) {}

  /** The links to the pages of the pictures, in order. */
  links(): readonly HTMLAnchorElement[] {
    return [...this.grid.querySelectorAll('a')];
  }

  /** The link to the next page of pictures; none on the last one. */
  private get next(): HTMLAnchorElement | null {
    return document.querySelector<HTMLAnchorElement>('main > nav > a[rel=next]');
  }

  get areAll(): boolean {
    return this.next === null;
  }

  /** Loads a page whenever its link comes near. */
  follow(): void {
    const { next } = this;
    if (next === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        observer.disconnect();
        void this.more().then(() => this.follow(), stop);
      },
      { rootMargin: AHEAD },
    );
    observer.observe(next);
  }

  /** Adds the next page of pictures. @throws {Error} if it cannot be loaded. Its link then still leads to it. */
  async more(): Promise<void> {
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  private async load(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    const response = await fetch(next.pathname + next.search);
    if (!response.ok) throw new Error(`${response.status}`);
    // It comes from the server that made this page; its scripts would not run.
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const items = page.querySelectorAll('.grid > li:not(.filler)');
    this.grid.querySelector('.filler')?.before(...items);
    const after = page.querySelector<HTMLAnchorElement>('main > nav > a[rel=next]');
    if (after === null || items.length === 0) next.remove();
    else next.href = after.href;
  }
}

/** The link stays, as in a page without a script. */
const stop = (): void => undefined;
