import type { DaySections, Place } from './day-sections.ts';

/**
 * The highest box that is scrolled, in pixels. Firefox cuts boxes at 17.9 million, Chromium at 16.7 million on screens
 * with two pixels per CSS pixel.
 */
export const MAX_BOX = 15_000_000;

/** The box in which the days are, and how much of it the window shows. */
export interface ScrollBox {
  readonly sections: DaySections;
  /** The height of the window in pixels. */
  readonly view: number;
  readonly maxHeight?: number;
}

export const boxHeight = ({ sections, maxHeight = MAX_BOX }: ScrollBox): number =>
  Math.min(sections.total, maxHeight);

/** How much the box is scrolled, in pixels, when a place is at the top of the window. */
export function scrollOf(box: ScrollBox, place: Place): number {
  const position = box.sections.positionOf(place);
  return isWhole(box, position) ? position : position * scale(box);
}

/** The place at the top of the window after a jump to a scroll position. */
export function placeOfScroll(box: ScrollBox, scroll: number): Place {
  return box.sections.placeAt(isWhole(box, scroll) ? scroll : scroll / scale(box));
}

/** The place so many pixels below another one. */
export function placeBelow({ sections }: ScrollBox, place: Place, by: number): Place {
  return sections.placeAt(sections.positionOf(place) + by);
}

/** Above the list nothing is scaled: that is the part of the page before it. */
const isWhole = (box: ScrollBox, position: number): boolean =>
  position <= 0 || box.sections.total <= boxHeight(box);

/** Pixels of the box for each pixel of the list, so that both ends are reached. */
function scale(box: ScrollBox): number {
  const { sections, view } = box;
  return (boxHeight(box) - view) / (sections.total - view);
}
