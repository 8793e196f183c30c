import type { ColorEntry, ColorLegend } from '../model/legend.js';
import { averageOf, COUNT } from './cells.js';
import { type Computed, type Expression, get, ifNumber, interpolated, matched } from './expressions.js';

/** The color of a feature, as the legend tells it. */
export function colorExpression(legend: ColorLegend): Computed<string> {
  const { of, by, property = '' } = legend;
  const entries = legend.entries.filter(({ isOther }) => isOther !== true);
  const other = legend.entries.at(-1)?.color ?? '';
  if (by === 'one') return other;
  if (of === 'density') return densityColors(entries);
  if (of === 'count') return interpolated(['ln', ['max', 1, COUNT]], stopsOf(entries, Math.log));
  const attribute = of === 'average' ? averageOf(property) : get(property);
  if (by === 'category') return matched(attribute, entries.flatMap(caseOf), other);
  return ifNumber(
    attribute,
    (number) =>
      by === 'class'
        ? steps(number, entries)
        : interpolated(
            number,
            stopsOf(entries, (value) => value),
          ),
    other,
  );
}

const caseOf = ({ value, color }: ColorEntry) => (value === undefined ? [] : [{ value, result: color }]);

const steps = (number: Expression, entries: readonly ColorEntry[]): Expression => [
  'step',
  number,
  ...entries.flatMap(({ from, color }) => (from === undefined ? [color] : [from, color])),
];

const stopsOf = (
  entries: readonly ColorEntry[],
  placeOf: (value: number) => number,
): readonly (readonly [number, string])[] =>
  entries.flatMap(({ value, color }) =>
    typeof value === 'number' ? [[placeOf(value), color] as const] : [],
  );

/** Where this much of the greatest density is, the ground begins to show through. */
const FAINT = 0.15;

function densityColors(entries: readonly ColorEntry[]): Expression {
  const [first] = entries;
  const stops = stopsOf(entries, (share) => FAINT + share * (1 - FAINT));
  return interpolated(['heatmap-density'], [[0, `${first?.color ?? ''}00`], ...stops]);
}
