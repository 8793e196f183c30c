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

/** A color and what it means. */
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

/** What icons mean. */
export interface IconLegend {
  /** The property that icons are by; absent if all points have the same. */
  readonly property?: string;
  /** In the order of the rule; that of `other` comes last. */
  readonly entries: readonly IconEntry[];
}

/** An icon and what it means. */
export interface IconEntry {
  /** A name of the sprite. */
  readonly icon: string;
  readonly value?: CategoryValue;
  readonly name?: string;
  readonly isOther?: true;
}

/** What sizes mean. */
export interface SizeLegend {
  readonly property: string;
  /** From the smallest to the largest. */
  readonly entries: readonly { readonly value: number; readonly size: number }[];
}
