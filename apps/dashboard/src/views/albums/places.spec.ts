import { describe, expect, it } from '@jest/globals';
import { moved, moveTo, type Target } from './places.ts';

const items = [...'abcdef'].map((id) => ({ id }));

/** The list after some of its letters were moved. */
function after(letters: string, to: Target): string {
  return moved(moveTo(items, new Set(letters), to))
    .map(({ id }) => id)
    .join('');
}

describe('images of an album that move', () => {
  it('pass one neighbour with a step, and none at the ends', () => {
    expect(after('c', 'left')).toBe('acbdef');
    expect(after('c', 'right')).toBe('abdcef');
    expect(after('a', 'left')).toBe('abcdef');
    expect(after('f', 'right')).toBe('abcdef');
    expect(after('e', 'right')).toBe('abcdfe');
  });

  it('come together, in their order', () => {
    expect(after('eb', 'left')).toBe('beacdf');
    expect(after('be', 'right')).toBe('acdfbe');
    expect(after('fc', 'front')).toBe('cfabde');
    expect(after('abcdef', 'front')).toBe('abcdef');
  });

  it('go into the gap that they are dropped at, which may be among themselves', () => {
    expect(after('a', 3)).toBe('bcadef');
    expect(after('f', 0)).toBe('fabcde');
    expect(after('ac', 6)).toBe('bdefac');
    expect(after('bc', 2)).toBe('abcdef');
  });
});
