import type { Theme } from '../colors/themes.js';
import type { CategoryValue, IconRule, LayerStyle } from '../model/layer-style.js';
import type { ColorEntry, ColorLegend, IconLegend, Legend } from '../model/legend.js';
import { colorLegendOf } from './color-legend.js';
import { middleByArea, middleByWidth, sizeLegendOf } from './size-legend.js';

/** How many features have a value of the property that colors are by. */
export interface ValueCount {
  readonly value: CategoryValue;
  readonly count: number;
}

interface Told {
  readonly theme: Theme;
  /** With them, categories and classes tell how many features they have. */
  readonly counts?: readonly ValueCount[] | undefined;
}

/** What the colors, icons and sizes of a layer mean. It is made of the rules that make its layers. */
export function legendOf(style: LayerStyle, { theme, counts }: Told): Legend {
  const color = colorLegendOf(style, theme);
  const { drawAs = 'features', icon } = style;
  if (drawAs === 'heat' || drawAs === 'hexagons') return { color };
  const sizes = sizeLegendOf(style.size, middleByArea);
  const widths = sizeLegendOf(style.width, middleByWidth);
  return {
    color: counts === undefined ? color : counted(color, counts),
    ...(icon === undefined ? {} : { icons: iconLegendOf(icon) }),
    ...(sizes === undefined ? {} : { sizes }),
    ...(widths === undefined ? {} : { widths }),
  };
}

/** The entries with the number of features that have their color. Those of a ramp share theirs. */
function counted(legend: ColorLegend, counts: readonly ValueCount[]): ColorLegend {
  if (legend.of !== 'property' || legend.by === 'ramp') return legend;
  const totals = new Map<ColorEntry | undefined, number>();
  for (const { value, count } of counts) {
    const entry = legend.entries.find((one) => holds(one, value)) ?? legend.entries.at(-1);
    totals.set(entry, (totals.get(entry) ?? 0) + count);
  }
  return { ...legend, entries: legend.entries.map((entry) => ({ ...entry, count: totals.get(entry) ?? 0 })) };
}

function holds({ value, from, to, isOther }: ColorEntry, given: CategoryValue): boolean {
  if (isOther === true) return false;
  if (value !== undefined) return value === given;
  return typeof given === 'number' && given >= (from ?? -Infinity) && given < (to ?? Infinity);
}

/** What the icons of points mean. The map has its icons by these entries, too. */
export function iconLegendOf(rule: IconRule): IconLegend {
  if (rule.by === 'one') return { entries: [{ icon: rule.icon }] };
  const entries = rule.icons.map(({ value, icon, name }) => ({
    icon,
    value,
    ...(name === undefined ? {} : { name }),
  }));
  return { property: rule.property, entries: [...entries, { icon: rule.other, isOther: true }] };
}
