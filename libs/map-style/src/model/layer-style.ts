import type { RampName } from '../colors/ramps.js';

/** What a layer shows: the features themselves, their density, counts of groups, or hexagons. */
export type DrawAs = 'features' | 'heat' | 'clusters' | 'hexagons';

/** How values are divided into classes: of equally many values, of the same width, or where values leave gaps. */
export type ClassMethod = 'quantiles' | 'equal' | 'natural';

/** A color as `#rrggbb`. */
export type Color = string;

/** A value that features are told apart by. The text `1` and the number 1 are two values. */
export type CategoryValue = string | number | boolean;

/** A text with properties in braces: `{name} ({height} m)`. Two braces are one: `{{`, `}}`. Never HTML. */
export type Template = string;

/** How a layer of a map looks. Plain JSON. */
export interface LayerStyle {
  /** The color of points, lines, areas and icons. */
  readonly color: ColorRule;
  /** Diameter of points and icons in pixels, 1 to 100. Default: 12, 20 of icons. */
  readonly size?: SizeRule;
  /** Width of lines in pixels, 1 to 100. Default: 2.5. */
  readonly width?: SizeRule;
  /** How opaque areas are, 0 to 1. Default: 0.8. */
  readonly opacity?: number;
  /** Points are drawn as icons. */
  readonly icon?: IconRule;
  /** A text at each feature. */
  readonly label?: LabelRule;
  /**
   * Default: `features`. Heat is of points only; its color is `one` or a `ramp`, whose property weighs the points.
   * Clusters and hexagons have no categories: classes and ramps color them by the average of the property.
   */
  readonly drawAs?: DrawAs;
}

/** What gives features their color. */
export type ColorRule = OneColor | ColorByCategory | ColorByClass | ColorByRamp;

/** All features have the same color. */
export interface OneColor {
  /** The kind of the rule. */
  readonly by: 'one';
  /** The color of all features. */
  readonly color: Color;
}

/** Each value of a property has a color. */
export interface ColorByCategory {
  /** The kind of the rule. */
  readonly by: 'category';
  /** A member of the features' `properties`. */
  readonly property: string;
  /** At least one, 50 at most; no value twice. */
  readonly colors: readonly CategoryColor[];
  /** The color of features with another value, or none. Default: a grey of the theme. */
  readonly other?: Color;
}

/** The color of a value. */
export interface CategoryColor {
  /** What the property has. */
  readonly value: CategoryValue;
  /** The color of features with the value. */
  readonly color: Color;
  /** How the legend names the value. Default: the value. */
  readonly name?: string;
}

/** Each class of numbers has a color of a ramp. */
export interface ColorByClass {
  /** The kind of the rule. */
  readonly by: 'class';
  /** A member of the features' `properties`. */
  readonly property: string;
  /** How the breaks were found. */
  readonly method: ClassMethod;
  /** Which colors there are. */
  readonly ramp: RampName;
  /**
   * Ascending numbers between the classes: n breaks make n + 1 classes, and a number that is a break belongs to the
   * class above. At least one, 8 at most.
   */
  readonly breaks: readonly number[];
  /** Whether the ramp begins with the color of the greatest number. Default: false. */
  readonly reversed?: boolean;
  /** The color of features without a number. Default: a grey of the theme. */
  readonly other?: Color;
}

/** The color changes evenly with a number. */
export interface ColorByRamp {
  /** The kind of the rule. */
  readonly by: 'ramp';
  /** A member of the features' `properties`. */
  readonly property: string;
  /** Which colors there are. */
  readonly ramp: RampName;
  /** The numbers of the first color and of the last one, ascending. Numbers beyond have the same colors. */
  readonly domain: readonly [least: number, most: number];
  /** Whether the ramp begins with the color of the greatest number. Default: false. */
  readonly reversed?: boolean;
  /** The color of features without a number. Default: a grey of the theme. */
  readonly other?: Color;
}

/** What gives features their size. */
export type SizeRule = OneSize | SizeByRamp;

/** All features have the same size. */
export interface OneSize {
  /** The kind of the rule. */
  readonly by: 'one';
  /** In pixels. */
  readonly size: number;
}

/** The size grows with a number: that of points by their area, that of lines by their width. */
export interface SizeByRamp {
  /** The kind of the rule. */
  readonly by: 'ramp';
  /** A member of the features' `properties`. */
  readonly property: string;
  /** The numbers of the smallest and of the largest size, ascending. */
  readonly domain: readonly [least: number, most: number];
  /** The smallest and the largest size in pixels. Features without a number have the smallest. */
  readonly range: readonly [smallest: number, largest: number];
}

/** What gives points their icon. */
export type IconRule = OneIcon | IconByCategory;

/** All points have the same icon. */
export interface OneIcon {
  /** The kind of the rule. */
  readonly by: 'one';
  /** A name of the sprite. */
  readonly icon: string;
}

/** Each value of a property has an icon. */
export interface IconByCategory {
  /** The kind of the rule. */
  readonly by: 'category';
  /** A member of the features' `properties`. */
  readonly property: string;
  /** At least one, 50 at most; no value twice. */
  readonly icons: readonly CategoryIcon[];
  /** The icon of features with another value, or none. */
  readonly other: string;
}

/** The icon of a value. */
export interface CategoryIcon {
  /** What the property has. */
  readonly value: CategoryValue;
  /** A name of the sprite. */
  readonly icon: string;
  /** How the legend names the value. Default: the value. */
  readonly name?: string;
}

/** A text at each feature, where there is room. Either `property` or `template` is set. */
export interface LabelRule {
  /** A member of the features' `properties`, whose value is the text. */
  readonly property?: string;
  /** The text, with the values of properties. */
  readonly template?: Template;
  /** Size of the text in pixels, 8 to 40. Default: 13. */
  readonly size?: number;
  /** Labels are shown from this zoom on. Default: 0. */
  readonly minZoom?: number;
  /** Which of two labels is shown if there is room for one: that of the greater or the smaller number. */
  readonly priority?: { readonly property: string; readonly first: 'greatest' | 'smallest' };
}
