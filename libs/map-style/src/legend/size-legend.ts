import type { SizeRule } from '../model/layer-style.js';
import type { SizeLegend } from '../model/legend.js';

/** What the sizes mean; nothing if all features have the same. `middle` is the size of the middle of the numbers. */
export function sizeLegendOf(
  rule: SizeRule | undefined,
  middle: (smallest: number, largest: number) => number,
): SizeLegend | undefined {
  if (rule?.by !== 'ramp') return undefined;
  const {
    property,
    domain: [least, most],
    range: [smallest, largest],
  } = rule;
  const entries = [
    { value: least, size: smallest },
    { value: least / 2 + most / 2, size: middle(smallest, largest) },
    { value: most, size: largest },
  ];
  return { property, entries };
}

/** The diameter of the point whose area is in the middle between those of two points. */
export const middleByArea = (one: number, other: number): number => Math.sqrt((one ** 2 + other ** 2) / 2);

/** The width in the middle between two. */
export const middleByWidth = (one: number, other: number): number => (one + other) / 2;
