import { CATEGORY_SETS, statisticsOf, styleFaults, type ColorRule, type LayerStyle } from '@cairn/map-style';
import { describe, expect, it } from '@jest/globals';
import {
  byCategory,
  byClass,
  byRamp,
  coloringsOf,
  drawnAs,
  iconsBy,
  inSet,
  oneColor,
  setOf,
  sizeBy,
  withCategory,
} from './style-changes.ts';

const properties = statisticsOf(
  Array.from({ length: 60 }, (_, number) => ({
    geometry: { type: 'Point' },
    properties: { kind: `kind ${number % 12}`, beds: number, same: 5, open: number < 40 },
  })),
).properties;
const property = (name: string) => properties.find((one) => one.name === name) ?? { name, count: 0, numbers: 0, distinct: 0, values: [] }; // prettier-ignore
const styled = (color: ColorRule | undefined): LayerStyle => ({ color: color ?? { by: 'one', color: '' } });

describe('a change of a style', () => {
  it('gives categories the colors of a set, as many as it tells apart', () => {
    const open = byCategory(property('open'));
    expect(open.colors).toEqual([
      { value: true, color: CATEGORY_SETS.OkabeIto[0] },
      { value: false, color: CATEGORY_SETS.OkabeIto[1] },
    ]);
    const kinds = byCategory(property('kind'));
    expect([kinds.colors.length, setOf(kinds)]).toEqual([9, 'TolMuted']);
    const more = withCategory(withCategory(kinds, 'cabin'), 'tent');
    expect(new Set(more.colors.map(({ color }) => color)).size).toBeGreaterThanOrEqual(10);
    const bright = inSet(more, 'TolBright');
    expect([setOf(bright), setOf(more), styleFaults(styled(bright))]).toEqual(['TolBright', undefined, []]);
    expect(withCategory(open, 'maybe').colors[2]?.color).toBe(CATEGORY_SETS.OkabeIto[2]);
  });

  it('makes classes by each method, and none where all numbers are the same', () => {
    const wanted = { count: 4, ramp: 'Blues', method: 'equal' } as const;
    expect(byClass(property('beds'), wanted)?.breaks).toEqual([14.75, 29.5, 44.25]);
    expect(byClass(property('beds'), { ...wanted, method: 'quantiles' })?.breaks).toEqual([15, 30, 45]);
    const natural = byClass(property('beds'), { ...wanted, method: 'natural', reversed: true });
    expect([natural?.breaks.length, natural?.reversed, styleFaults(styled(natural))]).toEqual([3, true, []]);
    for (const name of ['same', 'kind', 'none']) expect(byClass(property(name), wanted)).toBeUndefined();
  });

  it('reaches from the least to the greatest number', () => {
    expect(byRamp(property('beds'), { ramp: 'Cividis' })).toEqual({
      by: 'ramp',
      property: 'beds',
      ramp: 'Cividis',
      domain: [0, 59],
    });
    expect(sizeBy(property('beds'), [6, 30])?.domain).toEqual([0, 59]);
    expect([sizeBy(property('same'), [6, 30]), byRamp(property('kind'), { ramp: 'Blues' })]).toEqual([
      undefined,
      undefined,
    ]);
    expect(iconsBy(property('open'), 'bus')).toMatchObject({ property: 'open', icons: [{ value: true }, { value: false }] }); // prettier-ignore
  });

  it('keeps colors where the way of drawing can have them', () => {
    const kinds = styled(byCategory(property('kind')));
    const classes = styled(byClass(property('beds'), { count: 3, ramp: 'Blues', method: 'equal' }));
    for (const drawAs of ['features', 'heat', 'clusters', 'hexagons'] as const)
      for (const style of [kinds, classes]) expect(styleFaults(drawnAs(style, drawAs))).toEqual([]);
    expect(drawnAs(kinds, 'clusters').color).toEqual(oneColor(kinds.color));
    expect(drawnAs(classes, 'hexagons').color).toBe(classes.color);
    expect(coloringsOf({ ...kinds, drawAs: 'heat' })).toEqual(['one', 'ramp']);
  });
});
