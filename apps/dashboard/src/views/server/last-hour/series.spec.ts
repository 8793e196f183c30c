import { describe, expect, it } from '@jest/globals';
import { linePath, summaryOf } from './series.ts';

describe('a series of the last hour', () => {
  it('is told by its latest, least and greatest value', () => {
    expect(summaryOf([null, 3, 0.5, 2])).toEqual({ now: 2, least: 0.5, most: 3 });
    expect(summaryOf([4, null])).toEqual({ now: undefined, least: 4, most: 4 });
    expect(summaryOf([0])).toEqual({ now: 0, least: 0, most: 0 });
    expect(summaryOf([null, null])).toBeUndefined();
  });

  it('is a line from 0 at the bottom to the greatest value at the top', () => {
    expect(linePath([0, 5, 10], 40)).toBe('M0 40h0L1 20L2 0');
    expect(linePath([0, 0], 40)).toBe('M0 40h0L1 40');
  });

  it('has gaps where nothing was measured, and a dot between two of them', () => {
    expect(linePath([null, 2, 2, null, 1, null], 40)).toBe('M1 0h0L2 0M4 20h0');
    expect(linePath([null], 40)).toBe('');
  });
});
