import { describe, expect, it } from '@jest/globals';
import { isDeeperWorth, type PackedSoFar, type PackLimits } from './pack-depth.js';

const limits: PackLimits = { shapes: 'points', forExactness: 1_000, forCompleteness: 5_000 };

/** The last zoom that is packed of content with so many tiles on each zoom. */
function depthOf(
  tilesAt: (zoom: number) => number,
  {
    isThinned = () => false,
    ...others
  }: Partial<PackLimits> & { isThinned?: (zoom: number) => boolean } = {},
): number {
  let [tiles, zoom] = [tilesAt(0), 0];
  const soFar = (): PackedSoFar => ({
    zoom,
    occupied: tilesAt(zoom),
    before: zoom === 0 ? 0 : tilesAt(zoom - 1),
    tiles,
    isThinned: isThinned(zoom),
  });
  while (isDeeperWorth(soFar(), { ...limits, ...others })) tiles += tilesAt((zoom += 1));
  return zoom;
}

const town = () => 2;
const world = (zoom: number) => 4 ** zoom;

describe('the last zoom that is packed', () => {
  it('is as fine as the data are exact to, where few tiles have them', () => {
    expect(depthOf(town)).toBe(12);
    expect(depthOf(town, { shapes: 'shapes' })).toBe(14);
  });

  it('is the one to which there is room', () => {
    expect(depthOf(world)).toBe(4);
    expect(depthOf(world, { forExactness: 1_365 })).toBe(5);
  });

  it('is finer while tiles leave features out, up to another limit', () => {
    expect(depthOf(world, { isThinned: (zoom) => zoom < 5 })).toBe(5);
    expect(depthOf(world, { isThinned: () => true })).toBe(5);
    expect(depthOf(town, { isThinned: () => true })).toBe(16);
  });

  it('is that of the world where there is nothing', () => expect(depthOf(() => 0)).toBe(0));
});
