import type { ColorLegend } from '@cairn/map-style';
import { describe, expect, it } from '@jest/globals';
import {
  conditionOf,
  isShownIn,
  keyOf,
  partsOf,
  selectionIn,
  withPicked,
  withToggled,
  type MapSelection,
} from './map-selection.ts';

const kinds: ColorLegend = {
  of: 'property',
  by: 'category',
  property: 'kind',
  entries: [
    { color: '#000001', value: 'oak, old' },
    { color: '#000002', value: 2 },
    { color: '#000003', isOther: true },
  ],
};
const heights: ColorLegend = {
  of: 'property',
  by: 'class',
  property: 'height',
  entries: [
    { color: '#000001', to: 10 },
    { color: '#000002', from: 10, to: 20 },
    { color: '#000003', from: 20 },
  ],
};

const entry = (legend: ColorLegend, index: number) => legend.entries[index] ?? { color: '#000000' };
const picked = (legend: ColorLegend, ...indices: readonly number[]): MapSelection =>
  indices.reduce(
    (selection, index) => withPicked(selection, { id: 'a', by: legend.by }, entry(legend, index)),
    selectionIn(new URLSearchParams()),
  );

describe('what somebody has chosen to see of a map', () => {
  it('is the same after it was in an address', () => {
    const hidden = withToggled(picked(kinds, 0, 1), { id: 'b', visible: true }, 'off');
    const selection = withToggled(hidden, { id: 'c', visible: false }, 'on');
    const address = new URLSearchParams(partsOf(selection)).toString();
    expect(selectionIn(new URLSearchParams(address))).toEqual(selection);
    expect(selectionIn(new URLSearchParams('pick=%25+%25&on='))).toEqual({
      toggled: new Map(),
      picks: new Map([['%', ['%']]]),
    });
  });

  it('has several categories, but only one class, and none after a second click', () => {
    expect(picked(kinds, 0, 1).picks.get('a')).toEqual(['"oak, old"', '2']);
    expect(picked(kinds, 0, 1, 0).picks.get('a')).toEqual(['2']);
    expect(picked(heights, 0, 1).picks.get('a')).toEqual([keyOf(entry(heights, 1))]);
    expect(picked(heights, 1, 1).picks.size).toBe(0);
  });

  it('narrows features by the values of categories, or the limits of a class', () => {
    const condition = (legend: ColorLegend, ...indices: readonly number[]) =>
      conditionOf(legend, picked(legend, ...indices).picks.get('a'));
    expect(condition(kinds, 0, 1)).toEqual({ 'p.kind': ['oak, old', 2] });
    expect(condition(heights, 0)).toEqual({ 'p.height': { gte: undefined, lt: 10 } });
    expect(condition(heights, 1)).toEqual({ 'p.height': { gte: 10, lt: 20 } });
    expect(conditionOf(kinds, ['"gone"'])).toBeUndefined();
    expect(conditionOf({ ...kinds, of: 'average' }, ['2'])).toBeUndefined();
    expect(conditionOf(kinds)).toBeUndefined();
  });

  it('shows layers as the map has them, unless they were toggled', () => {
    const layer = { id: 'a', visible: true };
    const none = selectionIn(new URLSearchParams());
    expect(isShownIn(none, layer)).toBe(true);
    const off = withToggled(none, layer, 'off');
    expect(isShownIn(off, layer)).toBe(false);
    expect(withToggled(off, layer, 'on').toggled.size).toBe(0);
  });
});
