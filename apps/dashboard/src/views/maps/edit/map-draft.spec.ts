import { describe, expect, it } from '@jest/globals';
import {
  isSame,
  newLayerId,
  patchOf,
  withLayer,
  withLayerAt,
  withNewLayer,
  withoutLayer,
  type DraftLayer,
  type MapDraft,
} from './map-draft.ts';

const layer = (id: string): DraftLayer => ({
  id,
  title: id.toUpperCase(),
  space: 'huts',
  style: { color: { by: 'one', color: '#0072b2' } },
  visible: true,
  isGone: false,
});
const base: MapDraft = { layers: [layer('a'), layer('b'), layer('c')], view: null, baseMap: 'ground' };
const ids = ({ layers }: MapDraft) => layers.map(({ id }) => id).join('');

describe('a draft of a map', () => {
  it('has its layers in the order in which they were put', () => {
    expect(ids(withLayerAt(base, 'a', 1))).toBe('bac');
    expect(ids(withLayerAt(base, 'c', 0))).toBe('cab');
    expect(ids(withLayerAt(base, 'a', 9))).toBe('bca');
    expect(ids(withLayerAt(base, 'a', -1))).toBe('abc');
    expect(withLayerAt(base, 'x', 0)).toBe(base);
    expect(ids(withoutLayer(base, 'b'))).toBe('ac');
    expect(ids(withNewLayer(base, layer('d')))).toBe('abcd');
  });

  it('names a new layer as no other', () => {
    expect(newLayerId([layer('a')])).toBe('layer-2');
    expect(newLayerId([layer('layer-3'), layer('layer-2')])).toBe('layer-4');
  });

  it('sends what differs, without what the server knows by itself', () => {
    expect(patchOf(base, { ...base })).toBeUndefined();
    const view = { longitude: 8, latitude: 47, zoom: 5 };
    expect(patchOf(base, { ...base, view })).toEqual({ view });
    expect(patchOf({ ...base, view }, { ...base, baseMap: 'none' })).toEqual({ view: null, baseMap: 'none' });
    const { layers = [] } = patchOf(base, withLayer(base, 'b', { title: 'Huts', sharedBy: 'user:u' })) ?? {};
    expect(layers[1]).toEqual({
      id: 'b',
      title: 'Huts',
      space: 'huts',
      style: base.layers[1]?.style,
      visible: true,
    });
    expect(layers).toHaveLength(3);
  });

  it('is the same whatever the order of members', () => {
    expect(isSame({ a: 1, b: { c: [1, 2], d: 2 } }, { b: { d: 2, c: [1, 2] }, a: 1 })).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
  });
});
