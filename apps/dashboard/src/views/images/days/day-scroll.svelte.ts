import { tick } from 'svelte';
import { scrollMemory } from '../../../routing/scroll-memory.ts';
import type { DayPhotos } from './day-photos.svelte.ts';
import type { DaySections, Place } from './day-sections.ts';
import { daysWithin, withinBudget, type ShownDay } from './day-window.ts';
import { boxHeight, placeBelow, placeOfScroll, scrollOf } from './scroll-box.ts';

/** What is rendered above and below the window, in pixels. */
const MARGIN = 500;
/** What is rendered changes at steps of so many pixels, not with each one. */
const STEP = 120;
/** New tiles of one task, of which there is one for each frame. More of them would hold up the page for too long. */
const BUDGET = 8;
/** A list that has not been scrolled for this long is at rest. */
const REST_MS = 150;
/** Photos are asked for at most this often while a list is scrolled. */
const ASK_MS = 60;
/** Space above a heading that is jumped to. */
const ABOVE = 8;
/** The place of the window is told by the day that is so far below its top: headings right there stay where they are. */
const ANCHOR = 64;

/**
 * Which days are in the window. The place of the window is a day and a distance from its top; the scroll position follows
 * from it when the list is at rest. So the same photos stay in the window when heights above them are corrected, and the
 * list may be higher than the highest box of a browser.
 */
export class DayScroll {
  shown = $state.raw<readonly ShownDay[]>([]);
  /** The height of the box in pixels. */
  height = $state(0);
  /** The index of the day at the top of the window, and the share of all photos before that place. */
  day = $state(0);
  share = $state(0);

  private place: Place = { index: 0, offset: 0 };
  private sections: DaySections;
  /** How much the box and the page were scrolled when the place was found. They differ when the page above it grows. */
  private scroll = 0;
  private windowScroll = scrollY;
  private rendered: { readonly top: number; readonly base: number; readonly revision: number } | undefined;
  private frame: number | undefined;
  private filling: ReturnType<typeof setTimeout> | undefined;
  private resting: ReturnType<typeof setTimeout> | undefined;
  private asking: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly library: DayPhotos,
    private readonly box: HTMLElement,
    private readonly gap: number,
  ) {
    this.sections = library.sections;
    this.height = boxHeight(this.whole());
    this.scroll = this.measured();
    this.place = this.anchored(placeOfScroll(this.whole(), this.scroll));
    this.render();
  }

  /** Call this after a scroll event, and when the window or what is above the list has another size. */
  readonly scrolled = (): void => {
    const [scroll, by, box] = [this.measured(), scrollY - this.windowScroll, this.whole()];
    const isShifted = Math.abs(scroll - this.scroll - by) >= 1;
    const isAbove = this.sections.positionOf(this.place) + by <= 0;
    const isJump = isAbove || Math.abs(by) > 2 * box.view;
    if (by !== 0 || isAbove)
      this.place = this.anchored(isJump ? placeOfScroll(box, scroll) : placeBelow(box, this.place, by));
    [this.scroll, this.windowScroll] = [scroll, scrollY];
    if (isShifted && !isJump) this.settle();
    if (by !== 0) this.rest();
    this.render();
  };

  /** Call this when days, photos or heights have changed. */
  update(): void {
    const { sections } = this.library;
    if (sections !== this.sections) {
      const { day = '' } = this.sections.days[this.place.index] ?? {};
      // Above the list the place belongs to whatever day is the first.
      const { offset } = this.place;
      const index = this.place.index === 0 && offset < -ANCHOR ? 0 : sections.indexOf(day);
      this.place = { index, offset: Math.min(offset, sections.height(index)) };
      this.sections = sections;
    }
    this.height = boxHeight(this.whole());
    this.rendered = undefined;
    this.render();
    void tick().then(() => this.rest()); // now the box has its height
  }

  /** The place of the window as a text, from which `goTo` returns to it. */
  now(): string {
    const { day = '' } = this.sections.days[this.place.index] ?? {};
    return `${day} ${Math.round(this.place.offset)}`;
  }

  /** Returns to a place from `now`. */
  goTo(place: string): void {
    const [day = '', offset] = place.split(' ');
    this.go({ index: this.sections.indexOf(day), offset: Number(offset) });
  }

  /** Brings the heading of a day to the top of the window. */
  goToDay(index: number): void {
    this.go({ index, offset: -ABOVE });
  }

  close(): void {
    clearTimeout(this.resting);
    clearTimeout(this.asking);
    clearTimeout(this.filling);
    cancelAnimationFrame(this.frame ?? 0);
  }

  private go(place: Place): void {
    this.place = place;
    scrollMemory.release();
    this.render();
    void tick().then(() => (this.settle(), this.render())); // now the box has its height
  }

  private anchored(place: Place): Place {
    const { index, offset } = placeBelow(this.whole(), place, ANCHOR);
    return { index, offset: offset - ANCHOR };
  }

  /** Sets the scroll position that belongs to the place. */
  private settle(): void {
    const box = this.whole();
    const wanted = scrollOf(box, this.place);
    const by = wanted - this.measured();
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' });
    [this.scroll, this.windowScroll] = [this.measured(), scrollY];
    // Close to the end, the window cannot be scrolled so far; nor can it before the box has its height.
    const hasHeight = Math.abs(this.box.offsetHeight - this.height) < 2;
    if (hasHeight && this.scroll < wanted - 1) this.place = this.anchored(placeOfScroll(box, this.scroll));
  }

  /** At the ends there is no time to wait: what is beyond them could not be reached. */
  private rest(): void {
    clearTimeout(this.resting);
    const { view } = this.whole();
    const isAtEnd = this.scroll < view || this.scroll > this.height - 2 * view;
    const settle = (): void => {
      if (!this.isScrolling()) this.settle(); // else after its event, which is still to come
    };
    if (isAtEnd) settle();
    else this.resting = setTimeout(() => (settle(), this.render()), REST_MS);
  }

  /** Whether the page was scrolled since its last event. The end of one that became shorter is no such place. */
  private isScrolling(): boolean {
    const by = scrollY - this.windowScroll;
    if (Math.abs(by) < 1) return false;
    return by > 0 || scrollY < document.documentElement.scrollHeight - innerHeight - 1;
  }

  /** Moves what is rendered to the place, and adds no more than so many new tiles. */
  private render(budget = 0): void {
    const { library, sections, scroll } = this;
    const position = sections.positionOf(this.place);
    const base = position - scroll;
    const top = Math.floor(position / STEP) * STEP;
    const { revision } = library;
    this.day = this.place.index;
    this.share = this.shareNow();
    const last = this.rendered;
    if (last?.top === top && last.base === base && last.revision === revision) return;
    const span = { top: top - MARGIN, bottom: top + STEP + innerHeight + MARGIN };
    const near = daysWithin(library, span, this.gap);
    const ids = new Set(this.shown.flatMap(({ tiles }) => tiles.map(({ photo }) => photo.id)));
    const { days, isCut } = withinBudget(near, ids, budget);
    this.shown = days.map((day) => ({ ...day, top: day.top - base }));
    this.rendered = isCut ? undefined : { top, base, revision };
    if (isCut) this.fill();
    this.asking ??= setTimeout(() => this.ask(), ASK_MS);
  }

  /** Adds new tiles in a task between two frames: a frame has enough to do with those that were added before it. */
  private fill(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.filling = setTimeout(() => {
        this.frame = undefined;
        this.render(BUDGET);
      });
    });
  }

  private ask(): void {
    this.asking = undefined;
    const top = this.sections.positionOf(this.place);
    const bottom = top + innerHeight + MARGIN;
    const from = this.sections.placeAt(top - MARGIN).index;
    const until = this.sections.placeAt(bottom).index + 1;
    const within = new Map(
      daysWithin(this.library, { top, bottom }, this.gap).map((day) => [
        day.index,
        day.top + day.loadedHeight,
      ]),
    );
    this.library.want(from, until, (index) => (within.get(index) ?? Infinity) < bottom);
  }

  private shareNow(): number {
    const { library, place } = this;
    const { count = 0 } = this.sections.days[place.index] ?? {};
    const within = Math.min(1, Math.max(0, place.offset / Math.max(1, this.sections.height(place.index))));
    return (library.countBefore(place.index) + within * count) / Math.max(1, library.count);
  }

  private readonly whole = () => ({ sections: this.sections, view: innerHeight });

  private readonly measured = (): number => -this.box.getBoundingClientRect().top;
}
