import { expect, it } from '@jest/globals';
import { roundedDown, roundedUp } from './rounding.js';

it.each([0, -0, 0.1, -0.1, 179.99999999, -179.99999999, 180, -180, 1e-50, -1e-50, 47.3769, -8.5417])(
  '%p lies between the nearest floats below and above it',
  (number) => {
    const [below, above] = [roundedDown(number), roundedUp(number)];
    expect([below <= number, above >= number]).toEqual([true, true]);
    expect([Math.fround(below), Math.fround(above)]).toEqual([below, above]);
    expect(above - below).toBeLessThanOrEqual(Math.max(Math.abs(number) * 2 ** -22, 2 ** -148));
  },
);
