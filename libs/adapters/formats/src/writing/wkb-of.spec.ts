import { describe, expect, it } from '@jest/globals';
import { wkbOf } from './wkb-of.js';

const SECOND_HEIGHT_AT = 1 + 4 + 4 + 3 * 8 + 2 * 8;

describe('WKB of a line with a height in one of its positions', () => {
  const line = { type: 'LineString', coordinates: [[8, 47, 140], [9, 48]] }; // prettier-ignore

  it('has 0 as the other one', () => {
    const bytes = Buffer.from(wkbOf(line));
    expect(bytes.readUInt32LE(1)).toBe(1002);
    expect(bytes.readDoubleLE(SECOND_HEIGHT_AT)).toBe(0);
  });

  it('is the same in a collection', () => {
    const bytes = Buffer.from(wkbOf({ type: 'GeometryCollection', geometries: [line] }));
    expect(bytes.subarray(-wkbOf(line).length)).toEqual(Buffer.from(wkbOf(line)));
  });
});
