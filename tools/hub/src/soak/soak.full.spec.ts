import { expect, it } from '@jest/globals';
import { soak } from './soak.js';
import { installedSource, monsterSource } from './sources.js';

/** Most of it is waiting until the server has begun its work in the background, and rests again. */
const WITHIN_MS = 5 * 60_000;

it(
  'a server takes and draws shapes that are hard to draw, and rests afterwards',
  async () => {
    const sources = [await installedSource(/-(?:50|110)m/), monsterSource(1, { count: 150, huge: false })];
    const { faults, logLines, drawn } = await soak(sources, {
      mostTiles: 20,
      isShort: true,
      tell: () => undefined,
    });
    expect([faults, logLines]).toEqual([[], []]);
    expect(drawn.map(({ features }) => features > 100)).toEqual([true, true]);
  },
  WITHIN_MS,
);
