import { InvalidInput } from '@cairn/kernel';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { composeEdit, editChangeOf, turnBetween, type EditChange } from './image-edit.js';

const TURNS = [0, 90, 180, 270] as const;
const format = (orientation: number) => ({ orientation, frames: 1 });

describe('the edit of a picture', () => {
  it.each([
    [1, { turn: 90 }, 6],
    [1, { turn: 180 }, 3],
    [1, { turn: 270 }, 8],
    [1, { mirror: true }, 2],
    [1, { mirror: true, turn: 90 }, 7],
    [6, { turn: 270 }, 1],
    [6, { turn: 90 }, 3],
    [6, { mirror: true }, 5],
    [5, { mirror: true }, 6],
  ] as const)('of a picture with orientation %i, %j makes it %i', (orientation, change, expected) => {
    expect(composeEdit(format(orientation), change)).toEqual({ orientation: expected });
  });

  it('is told as it was said, whatever the orientation of the file', () => {
    const orientations = fc.integer({ min: 1, max: 8 });
    fc.assert(
      fc.property(orientations, fc.constantFrom(...TURNS), fc.boolean(), (orientation, turn, mirror) => {
        const edit = composeEdit(format(orientation), { turn, mirror }) ?? undefined;
        const told: EditChange = editChangeOf({ orientation, edit }) ?? { turn: 0, mirror: false };
        expect(told).toEqual({ turn, mirror });
        if (edit !== undefined)
          expect(turnBetween(orientation, edit.orientation)).toEqual({ mirror, quarters: turn / 90 });
      }),
    );
  });

  it('is none if it changes nothing', () => {
    expect(composeEdit(format(6), { turn: 0 })).toBeNull();
    expect(composeEdit(format(6), { crop: { left: 0, top: 0, width: 1, height: 1 } })).toBeNull();
  });

  it.each([
    { left: 0.6, top: 0, width: 0.5, height: 1 },
    { left: 0, top: 0, width: 0, height: 1 },
    { left: -0.1, top: 0, width: 0.5, height: 1 },
    { left: 0, top: 0.5, width: 1, height: Number.NaN },
  ])('refuses the crop %j', (crop) => {
    expect(() => composeEdit(format(1), { crop })).toThrow(InvalidInput);
  });

  it('crops animations, but does not turn them', () => {
    const animation = { orientation: 1, frames: 3 };
    const crop = { left: 0, top: 0, width: 0.5, height: 1 };
    expect(composeEdit(animation, { crop })).toEqual({ orientation: 1, crop });
    expect(() => composeEdit(animation, { turn: 90 })).toThrow(InvalidInput);
  });
});
