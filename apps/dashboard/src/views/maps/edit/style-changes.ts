import {
  CATEGORY_SETS,
  classBreaks,
  RAMPS,
  type CategoryColor,
  type CategorySetName,
  type ClassMethod,
  type Color,
  type ColorByCategory,
  type ColorByClass,
  type ColorByRamp,
  type ColorRule,
  type DrawAs,
  type IconByCategory,
  type LayerStyle,
  type PropertyStatistics,
  type RampName,
  type SizeByRamp,
} from '@cairn/map-style';

/** The first color of the usual set. */
export const COLOR = CATEGORY_SETS.OkabeIto[0] ?? '';
/** More rows are no choice that one makes by hand. */
export const MAX_CATEGORIES = 50;
/** How often a value counts at most, so that there are no more values than classes need. */
const MOST_OF_ONE = 100;

/** What each way of drawing can be colored by. */
const colorings: Readonly<Record<DrawAs, readonly ColorRule['by'][]>> = {
  features: ['one', 'category', 'class', 'ramp'],
  heat: ['one', 'ramp'],
  clusters: ['one', 'class', 'ramp'],
  hexagons: ['one', 'class', 'ramp'],
};

export const coloringsOf = ({ drawAs = 'features' }: LayerStyle): readonly ColorRule['by'][] =>
  colorings[drawAs];

/** In another way of drawing, in one color if it cannot have the colors. */
export function drawnAs(style: LayerStyle, drawAs: DrawAs): LayerStyle {
  const next = { ...style, drawAs };
  return coloringsOf(next).includes(style.color.by) ? next : { ...next, color: oneColor(style.color) };
}

/** The color that stands for those of a rule. */
export function oneColor(rule: ColorRule): Extract<ColorRule, { readonly by: 'one' }> {
  if (rule.by === 'one') return rule;
  if (rule.by === 'category') return { by: 'one', color: rule.colors[0]?.color ?? COLOR };
  return { by: 'one', color: RAMPS[rule.ramp].colors.at(-2) ?? COLOR };
}

/** Colors of a set in the order in which they are taken; black, which looks like no category, is left out. */
export const colorsOf = (set: CategorySetName): readonly Color[] =>
  CATEGORY_SETS[set].filter((color) => color !== '#000000');

/** The most frequent values, each in a color of the set. */
export function byCategory(
  { name, values }: PropertyStatistics,
  set: CategorySetName = values.length <= colorsOf('OkabeIto').length ? 'OkabeIto' : 'TolMuted',
): ColorByCategory {
  const colors = values
    .slice(0, colorsOf(set).length)
    .map(({ value }, index) => ({ value, color: colorsOf(set)[index] ?? COLOR }));
  return { by: 'category', property: name, colors };
}

/** The same categories in the colors of another set, which begins anew where it ends. */
export function inSet(rule: ColorByCategory, set: CategorySetName): ColorByCategory {
  const colors = colorsOf(set);
  return {
    ...rule,
    colors: rule.colors.map((one, index) => ({ ...one, color: colors[index % colors.length] ?? COLOR })),
  };
}

/** The set whose colors the categories have; `undefined` if somebody has chosen others. */
export function setOf({ colors }: ColorByCategory): CategorySetName | undefined {
  const names = Object.keys(CATEGORY_SETS) as readonly CategorySetName[];
  return names.find((name) => {
    const own = colorsOf(name);
    return colors.every(({ color }, index) => color === own[index % own.length]);
  });
}

/** With one more category, in a color that none has yet if there is one. */
export function withCategory(rule: ColorByCategory, value: CategoryColor['value']): ColorByCategory {
  const taken = rule.colors.map(({ color }) => color);
  const sets = [setOf(rule) ?? 'OkabeIto', 'TolMuted', 'OkabeIto'] as const;
  const known = sets.flatMap(colorsOf);
  const color = known.find((one) => !taken.includes(one)) ?? known[taken.length % known.length] ?? COLOR;
  return { ...rule, colors: [...rule.colors, { value, color }] };
}

/** The numbers of a property, each as often as it is there, as far as that matters. */
export const numbersOf = ({ values }: PropertyStatistics): readonly number[] =>
  values.flatMap(({ value, count }) =>
    typeof value === 'number' ? Array.from({ length: Math.min(count, MOST_OF_ONE) }, () => value) : [],
  );

interface Classes {
  readonly method: ClassMethod;
  readonly count: number;
  readonly ramp: RampName;
  readonly reversed?: boolean | undefined;
}

/** Classes of a property; `undefined` if it has fewer than two numbers. */
export function byClass(
  property: PropertyStatistics,
  { method, count, ramp, reversed }: Classes,
): ColorByClass | undefined {
  const breaks = classBreaks(numbersOf(property), method, count).map(readable);
  const rising = breaks.filter((value, index) => index === 0 || value > (breaks[index - 1] ?? value));
  if (rising.length === 0) return undefined;
  return {
    by: 'class',
    property: property.name,
    method,
    ramp,
    breaks: rising,
    ...(reversed && { reversed }),
  };
}

/** In no more digits than one reads. */
const readable = (value: number): number => Number(value.toPrecision(6));

/** Colors from the least to the greatest number. */
export function byRamp(
  property: PropertyStatistics,
  { ramp, reversed }: Pick<Classes, 'ramp' | 'reversed'>,
): ColorByRamp | undefined {
  const domain = domainOf(property);
  return domain && { by: 'ramp', property: property.name, ramp, domain, ...(reversed && { reversed }) };
}

/** Sizes from the least to the greatest number. */
export function sizeBy(property: PropertyStatistics, range: SizeByRamp['range']): SizeByRamp | undefined {
  const domain = domainOf(property);
  return domain && { by: 'ramp', property: property.name, domain, range };
}

/** The same icon for every frequent value, to be told apart by hand. */
export function iconsBy({ name, values }: PropertyStatistics, icon: string): IconByCategory {
  const icons = values.slice(0, MAX_CATEGORIES / 5).map(({ value }) => ({ value, icon }));
  return { by: 'category', property: name, icons, other: icon };
}

function domainOf(property: PropertyStatistics): readonly [number, number] | undefined {
  let [least, most] = [Infinity, -Infinity];
  for (const number of numbersOf(property)) [least, most] = [Math.min(least, number), Math.max(most, number)];
  return least < most ? [least, most] : undefined;
}
