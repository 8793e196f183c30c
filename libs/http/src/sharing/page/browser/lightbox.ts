import { part } from './part.js';
import { fileOf, type Pictures } from './pictures.js';
import { followSwipes, isZoomed } from './swipes.js';
import { Zoom } from './zoom.js';

const SLIDE_MS = 4_000;
/** More pictures are loaded when this few are left before the end. */
const NEAR_END = 3;

/**
 * Shows pictures of the grid enlarged above the page. Meanwhile the browser has the address of the picture's own page.
 */
export class Lightbox {
  private readonly picture: HTMLImageElement;
  private readonly caption: HTMLElement;
  private readonly place: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly original: HTMLAnchorElement | null;
  private readonly zoom: Zoom;
  private shown: HTMLAnchorElement | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly box: HTMLDialogElement,
    private readonly pictures: Pictures,
  ) {
    this.picture = part(box, 'img');
    this.caption = part(box, 'figcaption');
    this.place = part(box, '.place');
    this.play = part(box, 'button[name=play]');
    this.original = box.querySelector('a[download]');
    this.zoom = new Zoom(part(box, '.frame'), part(box, 'button[name=zoom]'));
  }

  listen(grid: HTMLElement): void {
    history.scrollRestoration = 'auto';
    grid.addEventListener('click', (event) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
      if (link === null || !isPlain || event.button !== 0) return;
      event.preventDefault();
      history.scrollRestoration = 'manual'; // of the grid: `closed` scrolls to what was shown
      history.pushState(null, '', link.href);
      this.open(link);
    });
    addEventListener('popstate', () => this.followAddress());
    this.box.addEventListener('keydown', (event) => this.press(event));
    this.box.addEventListener('cancel', (event) => {
      event.preventDefault();
      this.leave();
    });
    this.box.addEventListener('close', () => this.box.open || this.closed()); // a browser may close it by itself
    followSwipes(this.picture, (step) => this.zoom.isOn || void this.go(step));
    visualViewport?.addEventListener('resize', () => this.box.classList.toggle('zoomed', isZoomed()));
    part(this.box, 'button[name=previous]').addEventListener('click', () => void this.go(-1));
    part(this.box, 'button[name=next]').addEventListener('click', () => void this.go(1));
    part(this.box, 'button[name=close]').addEventListener('click', () => this.leave());
    this.play.addEventListener('click', () => this.toggle());
  }

  /** Shows a button that opens the first picture, and goes on by itself. */
  offerSlideshow(button: HTMLButtonElement | null): void {
    if (button === null) return;
    button.hidden = false; // without scripts there is none
    button.addEventListener('click', () => {
      const [first] = this.pictures.links();
      if (first === undefined) return;
      first.click();
      if (!this.isPlaying) this.toggle();
    });
  }

  private open(link: HTMLAnchorElement): void {
    if (!this.box.open) this.box.showModal();
    this.box.focus(); // not a button: a focused button would receive the space key
    this.show(link);
  }

  /** Goes back to the address of the page, which closes the box. */
  private leave(): void {
    history.back();
  }

  /** After Back and Forward. */
  private followAddress(): void {
    const link = this.pictures.links().find(({ pathname }) => pathname === location.pathname);
    if (link !== undefined) {
      this.open(link);
      return;
    }
    if (!this.box.open) return;
    this.box.close();
    this.closed(); // at once: its event comes later, and would scroll back who has scrolled meanwhile
  }

  private closed(): void {
    this.stop();
    this.shown?.focus();
    this.shown?.scrollIntoView({ block: 'nearest' });
    this.shown = undefined;
    this.picture.removeAttribute('src');
    setTimeout(() => (history.scrollRestoration = 'auto')); // for a reload
  }

  private show(link: HTMLAnchorElement): void {
    this.zoom.off();
    const thumbnail = part<HTMLImageElement>(link, 'img');
    const large = this.pictures.large(link);
    this.shown = link;
    this.picture.src = thumbnail.currentSrc === '' ? thumbnail.src : thumbnail.currentSrc; // until the large one loads
    this.picture.alt = thumbnail.alt;
    this.showCaption(link, thumbnail.alt);
    if (this.original !== null) this.original.href = fileOf(link);
    void loaded(large).then((isThere) => this.showLarge(link, isThere ? large : undefined));
    this.showPlace(link);
  }

  private showLarge(link: HTMLAnchorElement, large: string | undefined): void {
    if (large === undefined) void this.pictures.check();
    if (this.shown !== link) return;
    if (large === undefined) this.showCaption(link, this.pictures.missingText);
    else this.picture.src = large;
    if (this.isPlaying) this.wait();
  }

  /** What the picture is called, what is said of it, and when it was taken. */
  private showCaption({ dataset }: HTMLAnchorElement, name: string): void {
    const { caption = '', taken = '' } = dataset;
    part(this.caption, 'b').textContent = name;
    part(this.caption, 'span').textContent = caption;
    part(this.caption, 'time').textContent = taken === '' ? '' : timeText(taken);
  }

  /** Says which one it is, and loads those beside it. */
  private showPlace(link: HTMLAnchorElement): void {
    const links = this.pictures.links();
    const index = links.indexOf(link);
    const known = `${links.length}${this.pictures.areAll ? '' : '+'}`;
    this.place.textContent = `${index + 1} / ${this.box.dataset['count'] ?? known}`;
    for (const near of [links[index + 1], links[index - 1]])
      if (near !== undefined) void loaded(this.pictures.large(near));
    const isLast = index === links.length - 1 && this.pictures.areAll;
    part<HTMLButtonElement>(this.box, 'button[name=previous]').disabled = index === 0;
    part<HTMLButtonElement>(this.box, 'button[name=next]').disabled = isLast;
    if (document.activeElement === document.body) this.box.focus(); // a disabled button loses the focus
    if (index >= links.length - NEAR_END && !this.pictures.areAll)
      this.pictures.more().then(
        () => this.shown === link && this.showPlace(link),
        () => undefined,
      );
  }

  /** Resolves to whether there was a picture to go to. */
  private async go(step: 1 | -1): Promise<boolean> {
    const from = this.shown;
    if (from === undefined) return false;
    const index = this.pictures.links().indexOf(from) + step;
    if (index === this.pictures.links().length) await this.pictures.more().catch(() => undefined);
    const link = this.pictures.links()[index];
    if (link === undefined || this.shown !== from) return false;
    history.replaceState(null, '', link.href);
    this.show(link);
    return true;
  }

  private press(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isOfControl = key === ' ' && target instanceof Element && target.closest('button, a') !== null;
    const { zoom } = this;
    const arrows = zoom.isOn
      ? {
          ArrowRight: () => zoom.move(1, 0),
          ArrowLeft: () => zoom.move(-1, 0),
          ArrowDown: () => zoom.move(0, 1),
          ArrowUp: () => zoom.move(0, -1),
        }
      : { ArrowRight: () => void this.go(1), ArrowLeft: () => void this.go(-1) };
    const acts: Readonly<Record<string, () => void>> = {
      ...arrows,
      ' ': () => this.toggle(),
      z: () => zoom.toggle(),
    };
    const act = acts[key];
    if (act === undefined || isOfControl || ctrlKey || metaKey || altKey) return;
    event.preventDefault(); // or it would scroll
    act();
  }

  private get isPlaying(): boolean {
    return this.play.ariaPressed === 'true';
  }

  private toggle(): void {
    if (this.isPlaying) {
      this.stop();
      return;
    }
    this.play.ariaPressed = 'true';
    this.wait();
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.play.ariaPressed = 'false';
  }

  /** Shows the next picture after a while, and stops at the last one. */
  private wait(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.go(1).then((hasGone) => hasGone || this.stop()), SLIDE_MS);
  }
}

/** Resolves to whether the browser has loaded the picture. */
async function loaded(address: string): Promise<boolean> {
  const picture = new Image();
  picture.src = address;
  return await picture.decode().then(
    () => true,
    () => false,
  );
}

/** A time by the camera's clock, as people write it. */
function timeText(taken: string): string {
  const { lang } = document.documentElement;
  const format = new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return format.format(Date.parse(`${taken}Z`));
}
