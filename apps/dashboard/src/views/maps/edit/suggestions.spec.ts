import { statisticsOf, styleFaults } from '@cairn/map-style';
import { expect, it } from '@jest/globals';
import { suggestionsOf } from './suggestions.ts';

const points = (count: number) =>
  statisticsOf(
    Array.from({ length: count }, (_, number) => ({
      geometry: { type: 'Point' },
      properties: {
        name: `Hut ${number}`,
        kind: `k${number % 3}`,
        owner: `o${number % 2}`,
        beds: (number * 7) % 50,
      },
    })),
  );

it('suggests the best first, then what other properties make, and crowds of many points', () => {
  const suggestions = suggestionsOf(points(120));
  expect(suggestions.map(({ kind, property }) => [kind, property])).toEqual([
    ['best', 'kind'],
    ['category', 'owner'],
    ['numbers', 'beds'],
    ['clusters', undefined],
    ['heat', undefined],
  ]);
  for (const { style } of suggestions) expect(styleFaults(style)).toEqual([]);
  expect(suggestions[0]?.popup?.title).toBe('{name}');
});

it('suggests one color where there is nothing to tell apart', () => {
  expect(suggestionsOf(statisticsOf([])).map(({ kind }) => kind)).toEqual(['best']);
  expect(suggestionsOf(points(20)).map(({ kind }) => kind)).not.toContain('heat');
});
