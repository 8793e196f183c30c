import { expect, it } from '@jest/globals';
import { bounded, FITTED, fitted, zoomed } from './zoom.ts';

const stage = { width: 800, height: 600 };

it('fits a picture into the stage, and enlarges only what could not be seen', () => {
  expect(fitted({ width: 4_000, height: 2_000 }, stage)).toEqual({ width: 800, height: 400 });
  expect(fitted({ width: 100, height: 50 }, stage)).toEqual({ width: 100, height: 50 });
  expect(fitted({ width: 1, height: 1 }, stage)).toEqual({ width: 48, height: 48 });
});

it('keeps the point where it is that one zooms at, and ends at what fits and at twelve times that', () => {
  const near = zoomed(FITTED, 2, { x: 100, y: -50 });
  expect(near).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomed(near, 0.5, { x: 100, y: -50 })).toEqual(FITTED);
  expect([zoomed(FITTED, 100).scale, zoomed(FITTED, 0.1).scale]).toEqual([12, 1]);
});

it('leaves no room at one side of a picture that goes beyond the stage at the other', () => {
  const picture = { width: 800, height: 400 };
  expect(bounded({ scale: 2, x: 900, y: -900 }, picture, stage)).toEqual({ scale: 2, x: 400, y: -100 });
  expect(bounded({ scale: 1, x: 9, y: 9 }, picture, stage)).toEqual(FITTED);
});
