import { describe, expect, it } from '@jest/globals';
import { THEME_COLORS } from '../colors/themes.js';
import { legendOf } from '../legend/legend-of.js';
import type { ColorRule, LayerStyle } from '../model/layer-style.js';
import { cellsOf } from './cells.js';
import { evaluated, layerOf, shows } from './evaluated.spec.kit.js';
import type { Shape } from './style-layer.js';
import { CLUSTERS_END, styleLayers } from './style-layers.js';

const red: ColorRule = { by: 'one', color: '#ff0000' };
const kinds: ColorRule = {
  by: 'category',
  property: 'kind',
  colors: [
    { value: 'oak', color: '#000001' },
    { value: 'lime', color: '#000002' },
  ],
  other: '#0000ff',
};
const heights = {
  by: 'class',
  property: 'height',
  method: 'equal',
  ramp: 'Blues',
  breaks: [10, 20],
} as const;
const ages = { by: 'ramp', property: 'age', ramp: 'Greys', domain: [0, 100] } as const;
const place = { source: 'space', sourceLayer: 'huts', theme: 'light', idPrefix: 'a-' } as const;

const colorOf = (color: ColorRule, properties: Readonly<Record<string, unknown>>): unknown =>
  evaluated(layerOf('points', { color }), 'circle-color', { properties });

describe('the layers of a style', () => {
  it('show what features are, each with an outline', () => {
    const ids = (shapes?: readonly Shape[]) =>
      styleLayers({ color: red }, { ...place, shapes }).map(({ id }) => id);
    expect(ids()).toEqual(['a-areas', 'a-outlines', 'a-line-outlines', 'a-lines', 'a-points']);
    expect(ids(['line'])).toEqual(['a-line-outlines', 'a-lines']);
    expect(ids([])).toEqual([]);
    for (const theme of ['light', 'dark'] as const) {
      const { outline } = THEME_COLORS[theme];
      const outlined = (id: string, name: string) => evaluated(layerOf(id, { color: red, icon: { by: 'one', icon: 'oak' } }, { theme }), name); // prettier-ignore
      expect(outlined('outlines', 'line-color')).toBe(outline);
      expect(outlined('line-outlines', 'line-color')).toBe(outline);
      expect(outlined('icons', 'icon-halo-color')).toBe(outline);
      expect(evaluated(layerOf('points', { color: red }, { theme }), 'circle-stroke-color')).toBe(outline);
    }
  });

  it('each show one kind of geometry', () => {
    const shown = (id: string) => (['Point', 'LineString', 'Polygon'] as const).filter((type) => shows(layerOf(id, { color: red, label: { property: 'name' } }), type)); // prettier-ignore
    expect([shown('areas'), shown('outlines'), shown('area-labels')]).toEqual([
      ['Polygon'],
      ['Polygon'],
      ['Polygon'],
    ]);
    expect([shown('lines'), shown('line-outlines'), shown('line-labels')]).toEqual([['LineString'], ['LineString'], ['LineString']]); // prettier-ignore
    expect([shown('points'), shown('labels')]).toEqual([['Point'], ['Point']]);
  });

  it('color categories, and what has another value or none', () => {
    expect(['oak', 'lime', 'ash', 1, undefined, 'toString'].map((kind) => colorOf(kinds, { kind }))).toEqual(['#000001', '#000002', '#0000ff', '#0000ff', '#0000ff', '#0000ff']); // prettier-ignore
  });

  it('tell a number, a text and a truth apart, and take any text', () => {
    const values = [1, '1', true, 'true', 0.5, '__proto__', 'constructor'];
    const colors = values.map((value, index) => ({ value, color: `#00000${index}` }));
    const rule: ColorRule = { by: 'category', property: 'kind', colors, other: '#0000ff' };
    expect(values.map((kind) => colorOf(rule, { kind }))).toEqual(colors.map(({ color }) => color));
    expect(colorOf(rule, { kind: 'valueOf' })).toBe('#0000ff');
  });

  it('color classes, each from its break on, and what is not a number', () => {
    const { other } = THEME_COLORS.light;
    const [low, middle, high] = legendOf({ color: heights }, { theme: 'light' }).color.entries.map(
      ({ color }) => color,
    );
    expect([-5, 9.99, 10, 19, 20, 1e9].map((height) => colorOf(heights, { height }))).toEqual([low, low, middle, middle, high, high]); // prettier-ignore
    expect([undefined, null, '15', true].map((height) => colorOf(heights, { height }))).toEqual([other, other, other, other]); // prettier-ignore
    expect(colorOf({ ...heights, other: '#123456' }, {})).toBe('#123456');
  });

  it('color ramps evenly, from pale to dark on the light ground, and beyond their ends', () => {
    expect([0, 50, 100, -9, 500].map((age) => colorOf(ages, { age }))).toEqual(['#ffffff', '#969696', '#000000', '#ffffff', '#000000']); // prettier-ignore
    expect(colorOf({ ...ages, reversed: true }, { age: 100 })).toBe('#ffffff');
    expect(evaluated(layerOf('points', { color: ages }, { theme: 'dark' }), 'circle-color', { properties: { age: 100 } })).toBe('#ffffff'); // prettier-ignore
    expect(colorOf(ages, { age: 'old' })).toBe(THEME_COLORS.light.other);
  });

  it('grow points by their area, and lines by their width', () => {
    const rule = { by: 'ramp', property: 'beds', domain: [0, 100], range: [10, 70] } as const;
    const style: LayerStyle = { color: red, size: rule, width: rule };
    const radius = (beds: unknown) =>
      evaluated(layerOf('points', style), 'circle-radius', { properties: { beds } });
    expect([0, 50, 100, 900, 'many'].map(radius)).toEqual([5, 25, 35, 35, 5]);
    const width = (beds: unknown) =>
      evaluated(layerOf('lines', style), 'line-width', { properties: { beds } });
    expect([0, 50, 100, 900, 'many'].map(width)).toEqual([10, 40, 70, 70, 10]);
    expect(evaluated(layerOf('points', style), 'circle-sort-key', { properties: { beds: 7 } })).toBe(-7);
    const one: LayerStyle = { color: red, size: { by: 'one', size: 20 } };
    expect([2, 8, 12, 20].map((zoom) => evaluated(layerOf('points', one), 'circle-radius', { zoom }))).toEqual([5, 7.5, 10, 10]); // prettier-ignore
  });

  it('have icons by value in the color of the rule', () => {
    const icons = [{ value: 'a', icon: 'oak' }, { value: 'b', icon: 'lime' }]; // prettier-ignore
    const style: LayerStyle = {
      color: kinds,
      icon: { by: 'category', property: 'sign', icons, other: 'unknown' },
    };
    const icon = (sign: unknown) =>
      evaluated(layerOf('icons', style), 'icon-image', { properties: { sign } });
    expect(['a', 'b', 'c', undefined].map(icon)).toEqual(['oak', 'lime', 'marker', 'marker']);
    expect(evaluated(layerOf('icons', style), 'icon-color', { properties: { kind: 'lime' } })).toBe(
      '#000002',
    );
    expect(evaluated(layerOf('icons', style), 'icon-size')).toBeCloseTo(20 / 15);
  });

  it('have labels of a property or a template, with a halo of the theme', () => {
    const text = (label: LayerStyle['label'], properties: Readonly<Record<string, unknown>>) =>
      evaluated(layerOf('labels', { color: red, ...(label && { label }) }), 'text-field', { properties });
    expect(text({ property: 'name' }, { name: 'Hut' })).toBe('Hut');
    expect(text({ property: 'name' }, {})).toBe('');
    const template = '{name} {{{height} m}}';
    expect(text({ template }, { name: 'Hut', height: 12.5 })).toBe('Hut {12.5 m}');
    expect(text({ template }, { name: 'Hut' })).toBe('Hut { m}');
    expect(text({ template }, { other: 1 })).toBe('');
    expect(text({ template: 'same' }, {})).toBe('same');
    const layer = layerOf(
      'labels',
      { color: red, label: { property: 'name', minZoom: 7 } },
      { theme: 'dark' },
    );
    expect(layer.minzoom).toBe(7);
    expect(evaluated(layer, 'text-halo-color')).toBe(THEME_COLORS.dark.halo);
    expect(evaluated(layer, 'text-font')).toEqual(['Noto Sans Regular']);
  });

  it('place first the labels that come first', () => {
    const key = (first: 'greatest' | 'smallest', people: unknown) =>
      evaluated(layerOf('labels', { color: red, label: { property: 'name', priority: { property: 'people', first } } }), 'symbol-sort-key', { properties: { people } }); // prettier-ignore
    const order = (first: 'greatest' | 'smallest') =>
      [5, undefined, 9, -1].toSorted((one, other) => Number(key(first, one)) - Number(key(first, other)));
    expect(order('greatest')).toEqual([9, 5, -1, undefined]);
    expect(order('smallest')).toEqual([-1, 5, 9, undefined]);
  });
});

describe('heat', () => {
  it('is of points, from the clear ground to the color, and weighs them by a ramp', () => {
    const heat = layerOf('heat', { color: ages, drawAs: 'heat' });
    expect([shows(heat, 'Point'), shows(heat, 'Polygon')]).toEqual([true, false]);
    const weight = (age: unknown) => evaluated(heat, 'heatmap-weight', { properties: { age } });
    expect([0, 25, 100, 200, 'old'].map(weight)).toEqual([0, 0.25, 1, 1, 0]);
    expect(evaluated(layerOf('heat', { color: red, drawAs: 'heat' }), 'heatmap-weight')).toBe(1);
    expect(heat.paint?.['heatmap-color']).toEqual(expect.arrayContaining([0, '#ffffff00', 1, '#000000']));
    const ids = styleLayers({ color: red, drawAs: 'heat' }, place).map(({ id }) => id);
    expect(ids).toEqual(['a-areas', 'a-outlines', 'a-line-outlines', 'a-lines', 'a-heat']);
  });
});

const cell = (figures: object) => Object.fromEntries(Object.entries(figures).map(([name, value]) => [`properties.aggregation.${name}`, value])); // prettier-ignore

describe('hexagons', () => {
  it('are colored by counts', () => {
    const style: LayerStyle = { color: red, drawAs: 'hexagons' };
    const { entries } = legendOf(style, { theme: 'light' }).color;
    const layer = layerOf('cells', style);
    const color = (qty: number) => evaluated(layer, 'fill-color', { properties: cell({ qty }) });
    expect([1, 10, 100, 1_000].map(color)).toEqual(entries.map((entry) => entry.color));
    expect(color(1_000_000)).toBe('#ff0000');
    expect([layer.source, cellsOf(style)]).toEqual(['space-cells', { geometry: 'outline' }]);
  });

  it('are colored by the averages of numbers', () => {
    const style: LayerStyle = { color: { ...heights, property: 'a.b' }, drawAs: 'hexagons' };
    const [low, , high, other] = legendOf(style, { theme: 'light' }).color.entries.map(
      (entry) => entry.color,
    );
    const color = (figures: object) =>
      evaluated(layerOf('cells', style), 'fill-color', { properties: cell(figures) });
    expect([color({ 'a.b.avg': 3 }), color({ 'a.b.avg': 20 }), color({ 'a.b.qty': 0 })]).toEqual([
      low,
      high,
      other,
    ]);
    expect(cellsOf(style)).toEqual({ geometry: 'outline', property: 'a.b' });
    const of = (id: string) => styleLayers(style, { ...place, cellSource: 'hex' }).find((layer) => layer.id === id)?.source; // prettier-ignore
    expect([of('a-cells'), of('a-cell-outlines')]).toEqual(['hex', 'hex']);
  });
});

describe('clusters', () => {
  const style: LayerStyle = { color: heights, label: { property: 'name', minZoom: 16 }, drawAs: 'clusters' };

  it('are circles with counts, and near the features themselves', () => {
    const layers = styleLayers(style, { ...place, shapes: ['point'] });
    const zooms = layers.map(({ id, source, minzoom, maxzoom }) => [id, source, minzoom, maxzoom]);
    expect(zooms).toEqual([
      ['a-clusters', 'space-cells', undefined, CLUSTERS_END],
      ['a-counts', 'space-cells', undefined, CLUSTERS_END],
      ['a-points', 'space', CLUSTERS_END, undefined],
      ['a-labels', 'space', 16, undefined],
    ]);
    expect(cellsOf(style)).toEqual({ geometry: 'centre', property: 'height' });
    expect(cellsOf({ color: red, drawAs: 'features' })).toBeUndefined();
  });

  it('tell their counts in few characters, but not those of one', () => {
    const counts = layerOf('counts', style);
    const text = (qty: number) =>
      evaluated(counts, 'text-field', { properties: cell({ 'height.qty': qty }) });
    expect([2, 999, 1_000, 1_250, 99_949, 999_949, 999_950, 3_400_000].map(text)).toEqual(['2', '999', '1k', '1.3k', '99.9k', '999.9k', '1M', '3.4M']); // prettier-ignore
    expect([1, 2].map((qty) => shows(counts, 'Point', cell({ 'height.qty': qty })))).toEqual([false, true]);
    const radius = (qty: number) => evaluated(layerOf('clusters', style), 'circle-radius', { properties: cell({ 'height.qty': qty }) }); // prettier-ignore
    expect([1, 10, 1_000].map(radius)).toEqual([7, 12, 20]);
  });
});
