import type { CategoryValue, Color } from './layer-style.js';

/** What the colors, icons and sizes of a layer mean. Has no words of any language besides the user's own. */
export interface Legend {
  readonly color: ColorLegend;
  readonly icons?: IconLegend;
  /** Of points. */
  readonly sizes?: SizeLegend;
  /** Of lines. */
  readonly widths?: SizeLegend;
}

/**
 * `of`: what the colors tell. `features` have one color; `property` is a value of theirs; `average` is that of the
 * property in a group or hexagon; `count` and `density` are those of the features.
 */
export interface ColorLegend {
  readonly of: 'features' | 'property' | 'average' | 'count' | 'density';
  readonly property?: string;
  /** What entries have: a `category` a value, a `class` numbers from and to, a `ramp` a number; its colors are mixed. */
  readonly by: 'one' | 'category' | 'class' | 'ramp';
  /** In the order of the rule; that of `other` comes last. */
  readonly entries: readonly ColorEntry[];
}

export interface ColorEntry {
  readonly color: Color;
  /** Of a category, or at this place of a ramp. Those of density are 0 to 1. */
  readonly value?: CategoryValue;
  /** The user's name of a category. */
  readonly name?: string;
  /** Of a class: numbers from here, to below `to`. The first class has no `from`, the last one no `to`. */
  readonly from?: number;
  readonly to?: number;
  /** The color of features with another value, or none. */
  readonly isOther?: true;
  /** How many features have the color, as far as known. */
  readonly count?: number;
}

export interface IconLegend {
  readonly property?: string;
  readonly entries: readonly IconEntry[];
}

export interface IconEntry {
  readonly icon: string;
  readonly value?: CategoryValue;
  readonly name?: string;
  readonly isOther?: true;
}

export interface SizeLegend {
  readonly property: string;
  /** From the smallest to the largest. */
  readonly entries: readonly { readonly value: number; readonly size: number }[];
}
