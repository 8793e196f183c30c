import { describe, expect, it } from '@jest/globals';
import type { StyledLayer, StyleOfMap } from '../../map-parts/layer-map.ts';
import { Picks } from './picks.ts';

const layerBy = (property: string): StyledLayer => ({
  id: 'huts',
  title: 'Huts',
  visible: true,
  legend: { color: { by: 'category', of: 'property', property, entries: [] } },
});
const of = (value: string | number | boolean) => ({ color: '#336699', value }) as const;

describe('what is selected in a legend', () => {
  it('is any of some categories, with texts that could be numbers', () => {
    const picks = new Picks();
    for (const value of ['a,b', '7', 7, true]) picks.toggle(layerBy('a.b c'), of(value));
    expect(picks.queryOf('huts')).toBe("p.a%2Eb%20c='a%2Cb','7',7,true");
    expect([picks.has('huts', of(7)), picks.has('huts', of(8)), picks.queryOf('roads')]).toEqual([
      true,
      false,
      '',
    ]);
    for (const value of ['a,b', '7', 7, true]) picks.toggle(layerBy('a.b c'), of(value));
    expect(picks.queryOf('huts')).toBe('');
  });

  it('is one class at a time', () => {
    const picks = new Picks();
    const layer = layerBy('height');
    const [low, middle] = [
      { color: '#000000', to: 2_000 },
      { color: '#ffffff', from: 2_000, to: 3_000.5 },
    ] as const;
    picks.toggle(layer, low);
    expect(picks.queryOf('huts')).toBe('p.height=lt=2000');
    picks.toggle(layer, middle);
    expect(picks.queryOf('huts')).toBe('p.height=gte=2000&p.height=lt=3000.5');
    picks.toggle(layer, middle);
    expect(picks.queryOf('huts')).toBe('');
  });

  it('is asked for in tiles of its layer alone', () => {
    const picks = new Picks();
    picks.toggle(layerBy('kind'), of('hut'));
    const source = (tiles: string) => ({ type: 'vector' as const, tiles: [tiles] });
    const style = {
      version: 8,
      layers: [],
      sources: { 'huts:features': source('/a?access_token=1'), 'huts:cells': source('/b'), 'roads:features': source('/c') }, // prettier-ignore
      metadata: { 'cairn:layers': [], 'cairn:view': 'all' },
    } as StyleOfMap;
    expect(Object.values(picks.styled(style).sources)).toEqual([
      source("/a?access_token=1&p.kind='hut'"),
      source("/b?p.kind='hut'"),
      source('/c'),
    ]);
  });
});
