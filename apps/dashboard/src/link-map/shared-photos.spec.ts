import { describe, expect, it } from '@jest/globals';
import { grouped, isOnePlace, type PlacedImage } from './shared-photos.ts';

const at = (id: string, longitude: number, latitude: number): PlacedImage => ({
  id,
  name: id,
  width: 1,
  height: 1,
  file: '',
  original: null,
  position: { longitude, latitude },
});

describe('the markers of pictures', () => {
  const images = [at('a', 8.65, 47.35), at('b', 8.65, 47.35), at('c', 8.75, 47.35), at('d', -120, -89)];
  const ids = (zoom: number) => grouped(images, zoom).map((group) => group.map(({ id }) => id));

  it('stand for those that lie together at a zoom', () => {
    expect(ids(2)).toEqual([['a', 'b', 'c'], ['d']]);
    expect(ids(11)).toEqual([['a', 'b'], ['c'], ['d']]);
  });

  it('know whether looking nearer parts them', () => {
    expect(grouped(images, 2).map(isOnePlace)).toEqual([false, true]);
    expect(grouped(images, 11).map(isOnePlace)).toEqual([true, true, true]);
  });
});
