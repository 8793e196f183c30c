import { describe, expect, it } from '@jest/globals';
import { THEME_COLORS } from '../colors/themes.js';
import type { ColorRule, LayerStyle } from '../model/layer-style.js';
import { legendOf } from './legend-of.js';

const legend = (style: LayerStyle) => legendOf(style, { theme: 'light' });
const { other } = THEME_COLORS.light;
const kinds: ColorRule = {
  by: 'category',
  property: 'kind',
  colors: [
    { value: 'oak', color: '#000001', name: 'Oaks' },
    { value: 2, color: '#000002' },
  ],
};
const heights: ColorRule = {
  by: 'class',
  property: 'height',
  method: 'equal',
  ramp: 'Blues',
  breaks: [10, 20],
};

describe('a legend', () => {
  it('tells one color', () => {
    expect(legend({ color: { by: 'one', color: '#ff0000' } })).toEqual({
      color: { of: 'features', by: 'one', entries: [{ color: '#ff0000' }] },
    });
  });

  it('names categories, and has a color for the others', () => {
    expect(legend({ color: kinds }).color).toEqual({
      of: 'property',
      by: 'category',
      property: 'kind',
      entries: [
        { color: '#000001', value: 'oak', name: 'Oaks' },
        { color: '#000002', value: 2 },
        { color: other, isOther: true },
      ],
    });
  });

  it('tells the limits of classes', () => {
    expect(legend({ color: heights }).color.entries).toEqual([
      { color: '#f7fbff', to: 10 },
      { color: '#6baed6', from: 10, to: 20 },
      { color: '#08306b', from: 20 },
      { color: other, isOther: true },
    ]);
  });

  it('tells numbers of a ramp, without those that rounding makes equal', () => {
    const ramp = { by: 'ramp', property: 'age', ramp: 'Greys', other: '#123456' } as const;
    const values = (domain: readonly [number, number]) => legend({ color: { ...ramp, domain } }).color.entries.map(({ value }) => value); // prettier-ignore
    expect(values([0, 80])).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, undefined]);
    expect(values([0, 5e-324])).toEqual([0, 5e-324, undefined]);
    expect(legend({ color: { ...ramp, domain: [0, 1] } }).color.entries.at(-1)).toEqual({ color: '#123456', isOther: true }); // prettier-ignore
  });

  it('tells sizes and icons', () => {
    const range = [10, 70] as const;
    const rule = { by: 'ramp', property: 'beds', domain: [0, 100], range } as const;
    const icon = { by: 'category', property: 'sign', icons: [{ value: 1, icon: 'oak', name: 'Oak' }], other: 'dot' } as const; // prettier-ignore
    const { sizes, widths, icons } = legend({ color: kinds, size: rule, width: rule, icon });
    expect(sizes).toEqual({
      property: 'beds',
      entries: [{ value: 0, size: 10 }, { value: 50, size: 50 }, { value: 100, size: 70 }], // prettier-ignore
    });
    expect(widths?.entries[1]).toEqual({ value: 50, size: 40 });
    expect(icons).toEqual({
      property: 'sign',
      entries: [{ icon: 'oak', value: 1, name: 'Oak' }, { icon: 'dot', isOther: true }], // prettier-ignore
    });
    expect(legend({ color: kinds, icon: { by: 'one', icon: 'dot' } }).icons).toEqual({
      entries: [{ icon: 'dot' }],
    });
    expect(legend({ color: kinds, size: { by: 'one', size: 3 } })).not.toHaveProperty('sizes');
  });

  it('tells counts, averages and density of what is drawn', () => {
    const one: ColorRule = { by: 'one', color: '#ff0000' };
    const told = (color: ColorRule, drawAs: NonNullable<LayerStyle['drawAs']>) => {
      const { of, by, property } = legend({ color, drawAs }).color;
      return { of, by, property };
    };
    for (const drawAs of ['clusters', 'hexagons'] as const) {
      expect(told(one, drawAs)).toEqual({ of: 'count', by: 'ramp' });
      expect(told(heights, drawAs)).toEqual({ of: 'average', by: 'class', property: 'height' });
    }
    expect(told(one, 'heat')).toEqual({ of: 'density', by: 'ramp' });
    const ages: ColorRule = { by: 'ramp', property: 'age', ramp: 'Greys', domain: [0, 1] };
    expect(told(ages, 'heat')).toEqual({ of: 'density', by: 'ramp', property: 'age' });
    expect(legend({ color: ages, drawAs: 'heat' }).color.entries).not.toContainEqual(expect.objectContaining({ isOther: true })); // prettier-ignore
  });

  it('counts features by their values', () => {
    const counted = (color: ColorRule, values: readonly (readonly [string | number | boolean, number])[]) =>
      legendOf({ color }, { theme: 'light', counts: values.map(([value, count]) => ({ value, count })) }).color.entries.map(({ count }) => count); // prettier-ignore
    expect(counted(kinds, [['oak', 5], [2, 3], ['2', 1], ['ash', 4]])).toEqual([5, 3, 5]); // prettier-ignore
    expect(counted(heights, [[-1, 1], [9, 1], [10, 1], [20, 7], ['15', 2], [true, 1]])).toEqual([2, 1, 7, 3]); // prettier-ignore
    expect(counted(kinds, [])).toEqual([0, 0, 0]);
    expect(counted({ by: 'one', color: '#ff0000' }, [['oak', 5]])).toEqual([undefined]);
  });
});
