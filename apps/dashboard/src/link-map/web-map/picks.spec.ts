import { expect, it } from '@jest/globals';
import type { StyledLayer, StyleOfMap } from '../../map-parts/layer-map.ts';
import { Picks } from './picks.ts';

const entries = ['hut', '7', 7].map((value) => ({ color: '#336699', value }) as const);
const [hut, text, number] = entries as [(typeof entries)[0], (typeof entries)[0], (typeof entries)[0]];
const layer: StyledLayer = {
  id: 'huts',
  title: 'Huts',
  visible: true,
  legend: { color: { by: 'category', of: 'property', property: 'kind', entries } },
};

it('what is selected in the legend is asked for in tiles of its layer alone, and not once it is no longer', () => {
  const source = (tiles: string) => ({ type: 'vector' as const, tiles: [tiles] });
  const style = {
    version: 8,
    layers: [],
    sources: {
      'huts:features': source('/a?access_token=1'),
      'huts:cells': source('/b'),
      'roads:features': source('/c'),
    },
    metadata: { 'cairn:layers': [layer, { ...layer, id: 'roads' }], 'cairn:view': 'all' },
  } as StyleOfMap;
  const picks = new Picks();
  expect(picks.styled(style)).toEqual(style);
  for (const entry of [hut, text, number]) picks.toggle(layer, entry);
  const query = "p.kind='hut','7',7";
  expect(picks.queryOf(layer).replaceAll('%27', "'")).toBe(query);
  expect(Object.values(picks.styled(style).sources)).toEqual([
    source(`/a?access_token=1&${picks.queryOf(layer)}`),
    source(`/b?${picks.queryOf(layer)}`),
    source('/c'),
  ]);
  picks.toggle(layer, text);
  expect([picks.has('huts', hut), picks.has('huts', text), picks.has('roads', hut)]).toEqual([
    true,
    false,
    false,
  ]);
  for (const entry of [hut, number]) picks.toggle(layer, entry);
  expect(picks.styled(style)).toEqual(style);
});
