import { expect, it } from '@jest/globals';
import { hotSpacesOf } from './feature-settings.js';
import { variables } from './variables.js';

const MEBIBYTE = 1024 * 1024;

it('sets memory apart for spaces that are read often, unless it is told not to', () => {
  const bytesOf = (mebibytes: number | undefined): number =>
    hotSpacesOf({ CAIRN_HOT_SPACES: mebibytes }).maxBytes;
  expect(bytesOf(2)).toBe(2 * MEBIBYTE);
  expect(bytesOf(0)).toBe(0);
  expect(bytesOf(undefined)).toBeGreaterThan(0);
  expect(bytesOf(undefined)).toBeLessThanOrEqual(256 * MEBIBYTE);
  expect(() => variables.CAIRN_HOT_SPACES.parse('all')).toThrow();
});
