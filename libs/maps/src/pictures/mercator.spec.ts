import { describe, expect, it } from '@jest/globals';
import {
  acrossOf,
  downOf,
  fittingView,
  tilesInView,
  withoutPoles,
  WORLD_PIXELS,
  type View,
} from './mercator.js';

const size = { width: 600, height: 300 };
const all = { minZoom: 0, maxZoom: 16 };
const placesOf = (...given: Parameters<typeof tilesInView>): readonly string[] =>
  tilesInView(...given).map(({ zoom, x, y }) => [zoom, x, y].join('/'));
const pixelsOf = ({ longitude, latitude, zoom }: View, [x, y]: readonly [number, number]) => {
  const world = WORLD_PIXELS * 2 ** zoom;
  const [right, down] = [acrossOf(x) - acrossOf(longitude), downOf(y) - downOf(latitude)];
  return [Math.round(right * world + size.width / 2), Math.round(down * world + size.height / 2)];
};

describe('fittingView', () => {
  it('has all boxes in it, with some room around them', () => {
    const view = fittingView(
      [
        [5, 45, 8, 47],
        [9, 46, 11, 48],
      ],
      size,
    );
    const { longitude, latitude, zoom } = view ?? { longitude: 0, latitude: 0, zoom: 0 };
    expect([longitude, latitude]).toEqual([expect.closeTo(8, 8), expect.closeTo(46.52, 1)]);
    expect(pixelsOf({ longitude, latitude, zoom }, [5, 48])[1]).toBe(40);
    expect(pixelsOf({ longitude, latitude, zoom }, [11, 45])[1]).toBe(260);
  });

  it('crosses the antimeridian where boxes do', () => {
    expect(fittingView([[177, -19, -178, -16]], size)).toMatchObject({ longitude: expect.closeTo(179.5, 8) });
    expect(fittingView([[170, -1, -160, 1]], size)).toMatchObject({ longitude: expect.closeTo(-175, 8) });
  });

  it('is not nearer than 15, and nothing for nothing', () => {
    expect(fittingView([[8, 47, 8, 47]], size)).toMatchObject({ zoom: 15 });
    expect(fittingView([], size)).toBeUndefined();
  });
});

describe('withoutPoles', () => {
  it('moves and magnifies a view until the world fills it', () => {
    const high = { width: 100, height: 1_024 };
    expect(withoutPoles({ longitude: 5, latitude: 60, zoom: 0 }, high)).toEqual({
      longitude: 5,
      latitude: expect.closeTo(0, 5),
      zoom: 1,
    });
    const near = { longitude: 5, latitude: 60, zoom: 7 };
    expect(withoutPoles(near, high)).toEqual({ ...near, latitude: expect.closeTo(60, 8) });
  });
});

describe('tilesInView', () => {
  it('are those of the zoom below, each once where the world is seen twice', () => {
    expect(placesOf({ longitude: 0, latitude: 0, zoom: 0.4 }, { width: 1_200, height: 300 }, all)).toEqual([
      '0/0/0',
    ]);
    expect(placesOf({ longitude: 10, latitude: 48, zoom: 4.9 }, { width: 64, height: 64 }, all)).toEqual([
      '4/8/5',
    ]);
  });

  it('go on beyond the antimeridian, and not beyond the poles', () => {
    const view = { longitude: 180, latitude: 84, zoom: 3 };
    expect(placesOf(view, { width: 512, height: 300 }, all)).toEqual(['3/7/0', '3/0/0']);
  });

  it('are of the last zoom where there are none nearer, and none before the first', () => {
    const view = { longitude: 10, latitude: 48, zoom: 9 };
    expect(placesOf(view, { width: 64, height: 64 }, { minZoom: 0, maxZoom: 4 })).toEqual(['4/8/5']);
    expect(placesOf(view, { width: 64, height: 64 }, { minZoom: 10, maxZoom: 16 })).toEqual([]);
  });
});
