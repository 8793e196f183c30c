import type { SharedImage } from '@cairn/api-schema';

/** Pictures of one day, or some without one. */
export interface PictureGroup<T> {
  /** Such as `2026-05-01`. */
  readonly day: string | undefined;
  readonly pictures: readonly T[];
}

const dayOf = ({ takenAt }: Pick<SharedImage, 'takenAt'>): string | undefined => takenAt?.slice(0, 10);

/**
 * The pictures by days, if that is the order they are in, forwards or backwards; those without a time may be first or
 * last. In any other order they are one group, because days would tear apart what somebody has put together.
 */
export function byDay<T extends Pick<SharedImage, 'takenAt'>>(
  pictures: readonly T[],
): readonly PictureGroup<T>[] {
  const groups: { readonly day: string | undefined; readonly pictures: T[] }[] = [];
  for (const picture of pictures) {
    const last = groups.at(-1);
    const day = dayOf(picture);
    if (last !== undefined && last.day === day) last.pictures.push(picture);
    else groups.push({ day, pictures: [picture] });
  }
  const days = groups.map(({ day }) => day);
  return isByTime(days) ? groups : [{ day: undefined, pictures }];
}

function isByTime(days: readonly (string | undefined)[]): boolean {
  const isUndatedWithin = days.slice(1, -1).includes(undefined);
  const dated = days.filter((day) => day !== undefined);
  const isIn = (order: (a: string, b: string) => boolean): boolean =>
    dated.every((day, index) => index === 0 || order(dated[index - 1] ?? day, day));
  return !isUndatedWithin && (isIn((a, b) => a < b) || isIn((a, b) => a > b));
}

/** A day or a time by the camera's clock, as people write it. */
export function dateText(at: string, language: string): string {
  const isDay = at.length === 10;
  const style = isDay
    ? ({ dateStyle: 'full' } as const)
    : ({ dateStyle: 'long', timeStyle: 'short' } as const);
  const format = new Intl.DateTimeFormat(language, { ...style, timeZone: 'UTC' });
  return format.format(Date.parse(isDay ? at : `${at.slice(0, 19)}Z`));
}
