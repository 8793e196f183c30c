import { describe, expect, it } from '@jest/globals';
import {
  withLayer,
  withLayerAt,
  withNewLayer,
  withoutLayer,
  type DraftLayer,
  type MapDraft,
} from './map-draft.ts';
import { merged } from './merge-maps.ts';

const layer = (id: string): DraftLayer => ({
  id,
  title: id.toUpperCase(),
  space: 'huts',
  style: { color: { by: 'one', color: '#0072b2' } },
  visible: true,
  isGone: false,
});
const base: MapDraft = { layers: [layer('a'), layer('b')], view: null, baseMap: 'ground' };
const ids = ({ layers }: MapDraft) => layers.map(({ id }) => id).join('');

describe('two changes of a map', () => {
  it('are both there where they do not meet', () => {
    const mine = {
      ...withLayer(withNewLayer(base, layer('c')), 'a', { title: 'Mine' }),
      baseMap: 'none' as const,
    };
    const theirs = withLayerAt(withLayer(withNewLayer(base, layer('d')), 'b', { visible: false }), 'b', 0);
    const { draft, both, changed } = merged({ base, mine, theirs });
    expect(draft.layers.map(({ id, title, visible }) => [id, title, visible])).toEqual([
      ['b', 'B', false],
      ['a', 'Mine', true],
      ['d', 'D', true],
      ['c', 'C', true],
    ]);
    expect([draft.baseMap, draft.view, both, changed]).toEqual(['none', null, [], ['B', 'D']]);
  });

  it('are mine where both changed the same layer, which is told', () => {
    const view = { longitude: 1, latitude: 2, zoom: 3 };
    const mine = withLayer(base, 'a', { title: 'Mine' });
    const theirs = { ...withLayer(withLayer(base, 'a', { title: 'Theirs' }), 'b', { title: 'Same' }), view };
    const { draft, both, changed } = merged({ base, mine: withLayer(mine, 'b', { title: 'Same' }), theirs });
    expect(draft).toEqual({ ...withLayer(mine, 'b', { title: 'Same' }), view });
    expect([both, changed]).toEqual([['Theirs'], ['Theirs', 'Same']]);
  });

  it('remove a layer that the other side left as it was', () => {
    expect(ids(merged({ base, mine: withoutLayer(base, 'a'), theirs: base }).draft)).toBe('b');
    expect(ids(merged({ base, mine: base, theirs: withoutLayer(base, 'a') }).draft)).toBe('b');
    const mine = withLayer(base, 'a', { title: 'Mine' });
    expect(ids(merged({ base, mine, theirs: withoutLayer(base, 'a') }).draft)).toBe('ba');
    const below = withLayerAt(withNewLayer(base, layer('c')), 'c', 0);
    expect(ids(merged({ base, mine: below, theirs: mine }).draft)).toBe('cab');
    expect(ids(merged({ base, mine: withLayerAt(base, 'a', 1), theirs: base }).draft)).toBe('ba');
  });
});
