import { mixed } from '../colors/mix.js';
import { rampOf, spread } from '../colors/ramp-colors.js';
import { type Theme, THEME_COLORS } from '../colors/themes.js';
import type {
  ColorByCategory,
  ColorByClass,
  ColorByRamp,
  ColorRule,
  LayerStyle,
} from '../model/layer-style.js';
import type { ColorEntry, ColorLegend } from '../model/legend.js';

/** What the colors of a layer mean. The map is colored by these entries, too. */
export function colorLegendOf({ color, drawAs = 'features' }: LayerStyle, theme: Theme): ColorLegend {
  if (drawAs === 'heat') return densities(color, theme);
  const of = drawAs === 'features' ? 'property' : 'average';
  if (color.by === 'one' && of === 'property')
    return { of: 'features', by: 'one', entries: [{ color: color.color }] };
  if (color.by === 'one') return counts(color.color, theme);
  if (color.by === 'category' && of === 'average') return counts(otherOf(color, theme), theme);
  const { by, property } = color;
  const entries = color.by === 'category' ? categories(color) : color.by === 'class' ? classes(color, theme) : stops(color, theme); // prettier-ignore
  return { of, by, property, entries: [...entries, { color: otherOf(color, theme), isOther: true }] };
}

const otherOf = ({ other }: Exclude<ColorRule, { readonly by: 'one' }>, theme: Theme): string =>
  other ?? THEME_COLORS[theme].other;

const categories = ({ colors }: ColorByCategory): readonly ColorEntry[] =>
  colors.map(({ value, color, name }) => ({ color, value, ...(name === undefined ? {} : { name }) }));

function classes({ ramp, breaks, reversed }: ColorByClass, theme: Theme): readonly ColorEntry[] {
  const colors = spread(rampOf({ ramp, theme, isReversed: reversed === true }), breaks.length + 1);
  return colors.map((color, index) => {
    const [from, to] = [breaks[index - 1], breaks[index]];
    return { color, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
  });
}

function stops({ ramp, domain, reversed }: ColorByRamp, theme: Theme): readonly ColorEntry[] {
  const [least, most] = domain;
  return alongRamp(rampOf({ ramp, theme, isReversed: reversed === true }), (share) =>
    share === 1 ? most : least * (1 - share) + most * share,
  );
}

/** An entry for each color, besides those whose value rounding makes no greater than the one before. */
function alongRamp(colors: readonly string[], valueAt: (share: number) => number): readonly ColorEntry[] {
  const entries: { readonly color: string; readonly value: number }[] = [];
  for (const [index, color] of colors.entries()) {
    const value = valueAt(index / (colors.length - 1));
    if (value > (entries.at(-1)?.value ?? -Infinity)) entries.push({ color, value });
  }
  return entries;
}

/** Counts at even distances on the scale of logarithms, which colors follow. */
const COUNTS = [1, 10, 100, 1_000];

function counts(color: string, theme: Theme): ColorLegend {
  const pale = mixed(THEME_COLORS[theme].halo, color, 0.25);
  const entries = COUNTS.map((value, index) => ({
    value,
    color: mixed(pale, color, index / (COUNTS.length - 1)),
  }));
  return { of: 'count', by: 'ramp', entries };
}

function densities(rule: ColorRule, theme: Theme): ColorLegend {
  if (rule.by !== 'ramp') {
    const color = rule.by === 'one' ? rule.color : otherOf(rule, theme);
    const pale = mixed(THEME_COLORS[theme].halo, color, 0.25);
    return { of: 'density', by: 'ramp', entries: alongRamp([pale, color], (share) => share) };
  }
  const colors = rampOf({ ramp: rule.ramp, theme, isReversed: rule.reversed === true });
  return { of: 'density', by: 'ramp', property: rule.property, entries: alongRamp(colors, (share) => share) };
}
