import { counted } from './form-texts.js';
import { isEnd, linkState } from './link-state.js';
import { made, part } from './part.js';

/** More pictures are loaded when the end of the list is this far below the visible part. */
const AHEAD = '1200px';

/** What the API says of a picture that was added. */
export interface AddedPicture {
  readonly id: string;
  readonly name: string;
  readonly title?: string;
  readonly caption?: string;
  readonly takenAt?: string;
  readonly width: number;
  readonly height: number;
  readonly file: string;
}

/** The pictures of the page, and those of later pages as they are loaded. */
export class Pictures {
  private loading: Promise<void> | undefined;
  private checking: Promise<void> | undefined;

  constructor(private readonly grid: HTMLElement) {
    grid.addEventListener('error', ({ target }) => void this.explain(target), true);
  }

  /** The links to the pages of the pictures, in order. */
  links(): readonly HTMLAnchorElement[] {
    return [...this.grid.querySelectorAll('a')];
  }

  /** The address of the list of pictures in the API. */
  get list(): string {
    return this.grid.dataset['list'] ?? '';
  }

  /** The address of a picture in the size to look at. */
  large(link: HTMLAnchorElement): string {
    return fileOf(link) + (this.grid.dataset['large'] ?? '');
  }

  get missingText(): string {
    return this.grid.dataset['missing'] ?? '';
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

  /** Shows a picture that was added just now, before all others. */
  add({ id, name, title = name, caption = '', takenAt = '', width, height, file }: AddedPicture): void {
    const link = made('a', { href: `${location.pathname.replace(/\/$/, '')}/${id}` });
    if (this.has(link)) return;
    Object.assign(link.dataset, { caption, taken: takenAt });
    const src = new URL(file).pathname + (this.grid.dataset['thumbnail'] ?? '');
    link.append(made('img', { alt: title, width, height, src }));
    const item = made('li');
    item.append(link);
    this.newest().prepend(item);
    this.grid.querySelector('.empty')?.remove();
    countOneMore();
  }

  /** Where those are shown. */
  private newest(): HTMLElement {
    const found = this.grid.querySelector<HTMLElement>('.new .grid');
    if (found !== null) return found;
    const section = made('section', { className: 'new' });
    const list = made('ul', { className: 'grid' });
    section.append(made('h2', { textContent: this.grid.dataset['new'] ?? '' }), list);
    this.grid.prepend(section);
    return list;
  }

  private has({ pathname }: HTMLAnchorElement): boolean {
    return this.links().some((link) => link.pathname === pathname);
  }

  private async load(): Promise<void> {
    const { next } = this;
    if (next === null) return;
    const response = await fetch(next.pathname + next.search);
    if (isEnd(response.status)) await this.check();
    if (!response.ok) throw new Error(`${response.status}`);
    // It comes from the server that made this page; its scripts would not run.
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const sections = page.querySelectorAll<HTMLElement>('.pictures > section');
    for (const section of sections) this.append(section);
    const after = page.querySelector<HTMLAnchorElement>('main > nav > a[rel=next]');
    if (after === null || sections.length === 0) next.remove();
    else next.href = after.href;
  }

  /** Adds pictures behind all others: to the last ones, if they are of the same day. */
  private append(section: HTMLElement): void {
    for (const link of section.querySelectorAll('a')) if (this.has(link)) link.parentElement?.remove();
    const items = section.querySelectorAll('li');
    const last = this.grid.querySelector<HTMLElement>('section[data-day]:last-child');
    if (last !== null && last.dataset['day'] === section.dataset['day']) part(last, '.grid').append(...items);
    else if (items.length > 0) this.grid.append(section);
  }

  /** A picture that cannot be loaded says so, or the page that the link has ended. */
  private async explain(target: EventTarget | null): Promise<void> {
    if (target instanceof HTMLImageElement) await this.check();
  }

  /** If the link has ended, opens the page that says so: the server has it at every address of the link. */
  async check(): Promise<void> {
    this.checking ??= linkState(this.list)
      .then((state) => {
        if (state === 'ended') location.reload();
      })
      .finally(() => (this.checking = undefined));
    await this.checking;
  }
}

/** Where the page says how many there are. */
function countOneMore(): void {
  const dialog = document.querySelector<HTMLElement>('dialog[data-count]');
  const shown = document.querySelector<HTMLElement>('.count');
  if (dialog === null || shown === null) return;
  const count = Number(dialog.dataset['count']) + 1;
  dialog.dataset['count'] = `${count}`;
  const { one = '', several = '' } = shown.dataset;
  shown.textContent = counted([one, several], count);
}

/** The address of the picture that a link shows, without a size. */
export const fileOf = (link: HTMLAnchorElement): string =>
  part<HTMLImageElement>(link, 'img').src.replace(/\?.*/, '');

/** The link stays, as in a page without a script. */
const stop = (): void => undefined;
