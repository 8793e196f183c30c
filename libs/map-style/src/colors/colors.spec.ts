import { describe, expect, it } from '@jest/globals';
import { CATEGORY_SETS } from './category-sets.js';
import { contrastOf, leastDifference } from './colors.spec.kit.js';
import { mixed } from './mix.js';
import { rampOf, spread } from './ramp-colors.js';
import { type RampName, RAMPS } from './ramps.js';
import { THEME_COLORS } from './themes.js';

const names = Object.keys(RAMPS) as RampName[];
const themes = ['light', 'dark'] as const;
/** Land and water of the base map. */
const grounds = { light: ['#f7f5f0', '#dfe8ea'], dark: ['#20231f', '#10171a'] };

const neighbours = (colors: readonly string[]): number =>
  Math.min(...colors.slice(1).map((color, index) => leastDifference(color, colors[index] ?? '')));

function pairs(colors: readonly string[]): number {
  const all = colors.flatMap((one, index) =>
    colors.slice(index + 1).map((other) => leastDifference(one, other)),
  );
  return Math.min(...all);
}

it('differences are told: those of the usual colors are too small for many eyes', () => {
  const rdYlGn = ['#d7191c', '#fdae61', '#ffffbf', '#a6d96a', '#1a9641'];
  expect(pairs(rdYlGn)).toBeLessThan(10);
  expect(
    pairs(['#1b9e77', '#d95f02', '#7570b3', '#e7298a', '#66a61e', '#e6ab02', '#a6761d', '#666666']),
  ).toBeLessThan(10);
  expect(leastDifference('#000000', '#ffffff')).toBeCloseTo(100, 0);
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
});

describe.each(names)('the ramp %s', (ramp) => {
  it('has classes that all eyes tell apart', () => {
    const colors = (count: number) => spread(rampOf({ ramp, theme: 'light', isReversed: false }), count);
    expect(pairs(colors(5))).toBeGreaterThan(10);
    expect(neighbours(colors(7))).toBeGreaterThan(6);
    expect(neighbours(colors(9))).toBeGreaterThan(4);
  });

  it('stands out from both grounds where numbers are great, unless it diverges', () => {
    for (const theme of themes) {
      const colors = rampOf({ ramp, theme, isReversed: false });
      const contrasts = grounds[theme].map((ground) => contrastOf(colors.at(-1) ?? '', ground));
      if (RAMPS[ramp].kind === 'sequential') expect(Math.min(...contrasts)).toBeGreaterThan(4.5);
      expect(rampOf({ ramp, theme, isReversed: true })).toEqual(colors.toReversed());
    }
  });

  it('begins and ends with its own colors', () => {
    const { colors } = RAMPS[ramp];
    expect(spread(colors, colors.length)).toEqual(colors);
    expect(spread(colors, 2)).toEqual([colors[0], colors.at(-1)]);
    expect(spread(colors, 1)).toEqual([colors.at(-1)]);
  });
});

it.each(Object.entries(CATEGORY_SETS))('any two colors of %s differ for all eyes', (_, colors) => {
  expect(pairs(colors)).toBeGreaterThan(10);
});

it.each(themes)(
  'outlines and texts stand out from the %s ground, the color of missing values is pale',
  (theme) => {
    const { outline, text, halo, other } = THEME_COLORS[theme];
    for (const ground of grounds[theme]) {
      expect(contrastOf(outline, ground)).toBeGreaterThan(4.5);
      expect(contrastOf(text, ground)).toBeGreaterThan(10);
      expect(contrastOf(text, halo)).toBeGreaterThan(10);
      expect(contrastOf(other, ground)).toBeGreaterThan(2);
      expect(contrastOf(other, ground)).toBeLessThan(4.5);
    }
  },
);

it('colors are mixed by shares', () => {
  expect([0, 0.5, 1].map((share) => mixed('#000000', '#0A80ff', share))).toEqual([
    '#000000',
    '#054080',
    '#0a80ff',
  ]);
});
