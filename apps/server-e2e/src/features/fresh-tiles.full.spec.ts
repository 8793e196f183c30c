import { environmentOf } from '@cairn/services';
import { describe, expect, it, jest } from '@jest/globals';
import { PlaceStates, watchTiles, withNodes } from './fresh-tiles.js';

const rounds = Number(process.env['FRESH_TILES_ROUNDS'] ?? 1);
const WRITES = 30;

jest.setTimeout(60_000 * rounds);

const heldTo = async (name: string, count: number): Promise<void> => {
  const result = await withNodes(environmentOf(name), count, (nodes) =>
    watchTiles({ nodes, rounds, writesPerRound: WRITES, random: Math.random }),
  );
  expect(result.faults).toEqual([]);
  expect(result.writes).toBe(rounds * WRITES);
  expect(result.tiles).toBeGreaterThan(WRITES);
  expect(result.notModified).toBeGreaterThan(0);
};

describe('no tile is older than the last write before it was asked for', () => {
  it('on one node', () => heldTo('SQLite + disk', 1));
  it('on two nodes', () => heldTo('PostgreSQL + S3', 2));
});

describe('the check of tiles', () => {
  const states = new PlaceStates();
  states.begin({ isGone: false });
  states.acknowledge();
  states.begin({ isGone: false });

  it('accepts what was answered, and what is under way', () => {
    expect(states.faultOf(1, states.known)).toBeUndefined();
    expect(states.faultOf(2, states.known)).toBeUndefined();
  });

  it('notices a tile that is too old, or that lacks a place', () => {
    states.acknowledge();
    expect(states.faultOf(1, states.known)).toMatch('shows write 1 after write 2');
    expect(states.faultOf(undefined, states.known)).toMatch('lacks the place');
    states.begin({ isGone: true });
    expect(states.faultOf(undefined, states.known)).toBeUndefined();
    states.acknowledge();
    expect(states.faultOf(2, states.known)).toMatch('shows write 2 after write 3');
  });
});
