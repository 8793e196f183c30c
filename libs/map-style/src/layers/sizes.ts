import type { SizeByRamp, SizeRule } from '../model/layer-style.js';
import { type Computed, type Expression, get, interpolated } from './expressions.js';

/** Numbers that sizes are interpolated by; what is not a number is the least one. */
const numberOf = ({ property, domain: [least] }: SizeByRamp): Expression => ['number', get(property), least];

/** The diameter of a point: its area grows evenly with the number. */
export function diameterOf(rule: SizeRule): Computed<number> {
  if (rule.by === 'one') return rule.size;
  const { domain, range } = rule;
  return ['sqrt', interpolated(numberOf(rule), [[domain[0], range[0] ** 2], [domain[1], range[1] ** 2]])]; // prettier-ignore
}

/** The width of a line: it grows evenly with the number. */
export function widthOf(rule: SizeRule): Computed<number> {
  if (rule.by === 'one') return rule.size;
  const { domain, range } = rule;
  return interpolated(numberOf(rule), [[domain[0], range[0]], [domain[1], range[1]]]); // prettier-ignore
}

/** A size, computed on. */
export const times = (size: Computed<number>, factor: number): Computed<number> =>
  typeof size === 'number' ? size * factor : ['*', size, factor];

export const plus = (size: Computed<number>, pixels: number): Computed<number> =>
  typeof size === 'number' ? size + pixels : ['+', size, pixels];

/** One size for all features is half as large on a map of a continent as on that of a town. */
export const byZoom = (size: Computed<number>): Expression =>
  typeof size === 'number' ? interpolated(['zoom'], [[4, size / 2], [12, size]]) : size; // prettier-ignore
