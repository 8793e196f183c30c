import type { DayPhotos } from './day-photos.svelte.ts';
import { shownRatio } from './rows.ts';
import type { DayPhoto } from './layout-photos.ts';

/** A photo where it is in its day, in pixels. */
export interface DayTile {
  readonly photo: DayPhoto;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A day that is near the window. */
export interface ShownDay {
  readonly index: number;
  readonly day: string;
  readonly count: number;
  readonly top: number;
  readonly height: number;
  /** Whether the heading of its month is above it. */
  readonly beginsMonth: boolean;
  /** The height of what is above its photos. */
  readonly heading: number;
  readonly tiles: readonly DayTile[];
  /** Where its loaded photos end, from its top; below it there is room for the others. */
  readonly loadedHeight: number;
  /** Of all its photos, if they are loaded. */
  readonly photos: readonly DayPhoto[] | undefined;
}

/** A part of the list: distances from its top, in pixels. */
export interface Span {
  readonly top: number;
  readonly bottom: number;
}

/** The days within a part of the list, with those of their photos that are within it. */
export function daysWithin(library: DayPhotos, { top, bottom }: Span, gap: number): readonly ShownDay[] {
  const { sections } = library;
  const shown: ShownDay[] = [];
  for (let index = sections.placeAt(top).index; index < sections.days.length; index += 1) {
    if (sections.top(index) >= bottom) break;
    shown.push(dayWithin(library, index, { top, bottom }, gap));
  }
  return shown;
}

function dayWithin(library: DayPhotos, index: number, span: Span, gap: number): ShownDay {
  const { sections } = library;
  const { day = '', count = 0 } = sections.days[index] ?? {};
  const [top, heading] = [sections.top(index), sections.headingHeight(index)];
  const photos = library.photosOf(index);
  const rows = photos === undefined ? [] : sections.rows(index);
  const last = rows.at(-1);
  const tiles = rows
    .filter((row) => {
      const rowTop = top + heading + row.top;
      return rowTop + row.height > span.top && rowTop < span.bottom;
    })
    .flatMap((row) => {
      let left = 0;
      return (photos ?? []).slice(row.from, row.until).map((photo): DayTile => {
        const width = shownRatio(photo.ratio) * row.height;
        const tile = { photo, left, top: heading + row.top, width, height: row.height };
        left += width + gap;
        return tile;
      });
    });
  return {
    index,
    day,
    count,
    top,
    height: sections.height(index),
    beginsMonth: sections.beginsMonth(index),
    heading,
    tiles,
    loadedHeight: heading + (last === undefined ? 0 : last.top + last.height + gap),
    photos,
  };
}

/** The days without those new tiles that are more than one frame has time for. */
export function withinBudget(
  days: readonly ShownDay[],
  shown: ReadonlySet<string>,
  budget: number,
): { readonly days: readonly ShownDay[]; readonly isCut: boolean } {
  let left = budget;
  let isCut = false;
  const fitting = days.map((day) => {
    const tiles = day.tiles.filter(({ photo }) => shown.has(photo.id) || (left -= 1) >= 0);
    if (tiles.length < day.tiles.length) isCut = true;
    return tiles.length < day.tiles.length ? { ...day, tiles } : day;
  });
  return { days: fitting, isCut };
}
