import {
  suggestStyle,
  type ColorRule,
  type LayerStyle,
  type Popup,
  type SampleStatistics,
} from '@cairn/map-style';
import { drawnAs } from './style-changes.ts';

/** A way to show a layer that one takes with a click. */
export interface StyleSuggestion {
  readonly kind: 'best' | 'category' | 'numbers' | 'heat' | 'clusters';
  /** The property that it is by. */
  readonly property?: string | undefined;
  readonly style: LayerStyle;
  /** Of the best one. */
  readonly popup?: Popup;
}

/** More of them are a list again that one has to read. */
const MAX_BY_PROPERTY = 4;
/** With fewer points there are no crowds. */
const MANY = 100;

/** What the features of a space suggest: the best first, then others that are made of other properties. */
export function suggestionsOf(statistics: SampleStatistics): readonly StyleSuggestion[] {
  const { style, popup } = suggestStyle(statistics);
  const best: StyleSuggestion = { kind: 'best', property: propertyOf(style.color), style, popup };
  const others = statistics.properties.flatMap((property): readonly StyleSuggestion[] => {
    const { color } = suggestStyle({ ...statistics, properties: [property] }).style;
    if (color.by === 'one' || color.property === best.property) return [];
    const kind = color.by === 'category' ? 'category' : 'numbers';
    return [{ kind, property: property.name, style: { ...style, color } }];
  });
  const points = statistics.geometryTypes.find(({ name }) => name === 'Point')?.count ?? 0;
  const crowds: readonly StyleSuggestion[] =
    points < Math.max(MANY, statistics.total / 2)
      ? []
      : (['clusters', 'heat'] as const).map((kind) => ({ kind, style: drawnAs(style, kind) }));
  return [best, ...others.slice(0, MAX_BY_PROPERTY), ...crowds];
}

const propertyOf = (rule: ColorRule): string | undefined => (rule.by === 'one' ? undefined : rule.property);
