import { describe, expect, it } from '@jest/globals';
import { type GridPath } from './snap-path.js';
import { squaresBeside } from './squares-beside.js';

const square = (x: number, y: number, side = 2): GridPath => [
  x,
  y,
  x + side,
  y,
  x + side,
  y + side,
  x,
  y + side,
];

/** With a hole. */
const land: readonly GridPath[] = [square(0, 0, 400), square(100, 100, 200)];

describe('squares beside rings', () => {
  it('are those outside, in holes, and those that touch sides only', () => {
    const beside = [square(-10, 10), square(398, 402), square(200, 200), square(400, 50), square(100, 104)];
    expect(squaresBeside(beside, land)).toEqual(beside);
  });

  it('are not those inside or across an edge, however long it is', () => {
    const inside = [square(50, 50), square(0, 8, 8), square(302, 200)];
    const across = [square(399, 300), square(99, 200), square(300 - 1, 299)];
    expect(squaresBeside([...inside, ...across], land)).toEqual([]);
    expect(squaresBeside([square(50, 50), square(48, 8)], [[0, 0, 100, 100, 0, 100]])).toEqual([
      square(48, 8),
    ]);
  });
});
