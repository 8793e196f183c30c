import { PlaceStates, watchTiles, withNodes } from '@cairn/hub-acceptance';
import { environmentOf } from '@cairn/services';
import { describe, expect, it, jest } from '@jest/globals';

jest.setTimeout(60_000);

const heldTo = async (name: string, count: number): Promise<void> => {
  const result = await withNodes(environmentOf(name), count, (nodes) =>
    watchTiles({ nodes, rounds: 1, writesPerRound: 30, random: Math.random }),
  );
  expect(result.faults).toEqual([]);
  expect(result.writes).toBe(30);
  expect(result.tiles).toBeGreaterThan(30);
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
