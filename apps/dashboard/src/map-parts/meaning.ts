import type { ColorEntry, IconEntry } from '@cairn/map-style';

/** What legends say in the language of the page. */
export interface LegendWords {
  /** What other values are called. */
  readonly other: string;
  /** What a layer is called whose colors tell how many features there are. */
  readonly count: string;
  /** The ends of a scale without numbers. */
  readonly few: string;
  readonly many: string;
  readonly lang: string;
}

/** What an entry of a legend means. */
export function meaningOf(
  { name, value, from, to, isOther }: Omit<ColorEntry, 'color'> & Omit<IconEntry, 'icon'>,
  { other, lang }: Pick<LegendWords, 'other' | 'lang'>,
): string {
  const shown = (number: number): string => number.toLocaleString(lang);
  if (name !== undefined) return name;
  if (isOther === true) return other;
  if (from !== undefined && to !== undefined) return `${shown(from)} – ${shown(to)}`;
  if (from !== undefined) return `≥ ${shown(from)}`;
  if (to !== undefined) return `< ${shown(to)}`;
  return typeof value === 'number' ? shown(value) : String(value ?? other);
}
