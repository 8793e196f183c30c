import { describe, expect, it } from '@jest/globals';
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import type { StyleSpecification } from '@maplibre/maplibre-gl-style-spec';
import { GROUND_COLORS, GROUND_ICONS, GROUND_LAYERS, groundLayers, groundStyle } from './index.js';
import type { GroundLayer, GroundTheme } from './index.js';

const served = {
  tilesUrl: 'https://maps.example/ground/{z}/{x}/{y}.mvt?v=1',
  glyphsUrl: 'https://maps.example/ground/fonts/{fontstack}/{range}.pbf',
  spriteUrl: 'https://maps.example/ground/sprite',
};
const themes: readonly GroundTheme[] = ['light', 'dark'];
const faults = (style: unknown) =>
  validateStyleMin(style as StyleSpecification).map(({ message }) => message);

/** All lists in an expression, itself included. */
const listsIn = (value: unknown): readonly (readonly unknown[])[] =>
  Array.isArray(value) ? [value, ...value.flatMap(listsIn)] : [];
const valuesOf = ({ filter, layout = {}, paint = {} }: GroundLayer) => [
  filter,
  ...Object.values(layout),
  ...Object.values(paint),
];
const fieldsReadBy = (layer: GroundLayer) =>
  valuesOf(layer)
    .flatMap(listsIn)
    .filter(([operator]) => operator === 'get' || operator === 'has')
    .map(([, field]) => field);
const nameOf = (language: string, iso: string) => {
  const { above } = groundLayers({ theme: 'light', language });
  const match = above.find(({ id }) => id === 'ground-countries')?.layout?.['text-field'];
  const [parts = []] = listsIn(match);
  return parts[parts.indexOf(iso) + 1];
};

/** As WCAG 2 counts it. */
function contrast(one: string, other: string): number {
  const light = (color: string) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5]
      .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [darker = 1, lighter = 1] = [light(one), light(other)].toSorted((a, b) => a - b);
  return lighter / darker;
}

describe.each(themes)('the %s style', (theme) => {
  const style = groundStyle({ theme, language: 'de', ...served });

  it('is one, says the validator of MapLibre', () => {
    expect(faults(style)).toEqual([]);
    expect(faults({ ...style, layers: [{ id: 'no type' }] })).not.toEqual([]);
  });

  it('has the layers below data, then those above, and no id twice', () => {
    const { below, above } = groundLayers({ theme, language: 'de' });
    const ids = style.layers.map(({ id }) => id);
    expect(ids).toEqual([...below, ...above].map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(above.map(({ type }) => type))).toEqual(new Set(['symbol']));
    expect(below.map(({ type }) => type)).not.toContain('symbol');
  });

  it('reads the layers and fields that the tiles have', () => {
    const fields = new Map(GROUND_LAYERS.map((layer) => [layer.name, layer.fields.map(({ name }) => name)]));
    for (const layer of style.layers.filter(({ type }) => type !== 'background')) {
      const known = fields.get(layer['source-layer'] ?? '');
      expect(known).toBeDefined();
      expect(fieldsReadBy(layer).filter((field) => known?.includes(String(field)) !== true)).toEqual([]);
    }
  });

  it('uses icons of the sheets', () => {
    const used = style.layers.flatMap(({ layout }) => listsIn(layout?.['icon-image'])).flat();
    const icons = used.filter((value) => typeof value === 'string' && value.startsWith('circle'));
    expect(icons.length).toBeGreaterThan(0);
    expect(icons.filter((icon) => !GROUND_ICONS.some((name) => name === icon))).toEqual([]);
  });

  it('has names that are easy to read on land and on water', () => {
    const { country, place, land, water } = GROUND_COLORS[theme];
    for (const text of [country, place])
      for (const ground of [land, water]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  });
});

it('draws with files of fonts where their address is given', () => {
  const fontsUrl = 'https://maps.example/fonts/{file}?v=$&';
  const style = groundStyle({ theme: 'light', language: 'en', ...served, fontsUrl });
  expect(faults(style)).toEqual([]);
  const [face] = style['font-faces']?.['Noto Sans Bold'] ?? [];
  expect(face?.url).toBe('https://maps.example/fonts/noto-sans-latin-700.woff2?v=$&');
  expect(face?.['unicode-range']).toContain('U+0000-00FF');
});

describe('the names of countries', () => {
  it.each([
    ['de', 'DE', 'Deutschland'],
    ['pt-BR', 'DE', 'Alemanha'],
    ['en', 'US', 'United States'],
    ['en', 'HK', 'Hong Kong'],
    ['en', 'XK', 'Kosovo'],
    ['tlh', 'DE', 'Germany'], // a language that the engine does not know
    ['no language', 'DE', 'Germany'],
    ['', 'DE', 'Germany'],
  ])('in "%s": %s is %s', (language, iso, name) => {
    expect(nameOf(language, iso)).toBe(name);
  });
});
