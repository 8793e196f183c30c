import type { CategoryValue } from '../model/layer-style.js';
import { templateParts, templateProperties } from '../text/template.js';

/** An expression of the MapLibre Style Specification. */
export type Expression = readonly [operator: string, ...values: unknown[]];

/** A value that is the same for all features, or an expression. */
export type Computed<T> = T | Expression;

export const get = (attribute: string): Expression => ['get', attribute];

export const isOfType = (type: 'Point' | 'LineString' | 'Polygon'): Expression => [
  '==',
  ['geometry-type'],
  type,
];

/** Interpolates linearly between stops; their inputs must ascend. */
export const interpolated = (
  input: Expression,
  stops: readonly (readonly [input: number, output: unknown])[],
): Expression => ['interpolate', ['linear'], input, ...stops.flat(1)];

/** Something computed of a number; `other` where the attribute is not a number. */
export const ifNumber = (
  attribute: Expression,
  compute: (number: Expression) => unknown,
  other: unknown,
): Expression => ['case', ['==', ['typeof', attribute], 'number'], compute(['number', attribute]), other];

/** The result for the value that an attribute has. No value may come twice. */
export function matched<T>(
  attribute: Expression,
  cases: readonly { readonly value: CategoryValue; readonly result: T }[],
  other: T,
): Expression {
  const typed: Expression = ['concat', ['typeof', attribute], ' ', ['to-string', attribute]];
  const isPlain = cases.every(({ value }) => typeof value === 'string' && !(value in Object.prototype));
  const label = (value: CategoryValue): string => (isPlain ? `${value}` : `${typeof value} ${value}`);
  const branches = cases.flatMap(({ value, result }) => [label(value), result]);
  return ['match', isPlain ? attribute : typed, ...branches, other];
}

/** The text of a template; empty if a feature has none of the properties that it names. */
export function textOf(template: string): Expression {
  const parts = templateParts(template);
  const text: Expression = [
    'concat',
    ...parts.map((part) => ('text' in part ? part.text : ['to-string', get(part.property)])),
  ];
  const names = templateProperties(template);
  if (names.length === 0) return text;
  return ['case', ['any', ...names.map((name) => ['has', name])], text, ''];
}
