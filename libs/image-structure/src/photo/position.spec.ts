import { describe, expect, it } from '@jest/globals';
import { parseDegrees, photoPosition } from './position.js';

describe('the position of a photo', () => {
  it.each([
    [-33.8687, -70.5],
    [0, 8.25],
    [46.5, 0],
    [90, 180],
    [-90, -180],
    [0.000_000_1, 0],
  ])('%d, %d is one', (latitude, longitude) => {
    expect(photoPosition(latitude, longitude)).toEqual({ longitude, latitude });
  });

  it.each([
    [0, 0],
    [-0, 0],
    [1e-9, -1e-9],
    [90.1, 8],
    [46, -180.1],
    [Number.NaN, 8],
    [46, Infinity],
    [undefined, 8],
    [46, undefined],
  ])('%d, %d is none', (latitude, longitude) => {
    expect(photoPosition(latitude, longitude)).toBeUndefined();
  });

  it.each([
    ['33.8687', 'S', -33.8687],
    ['33.8687', 's', -33.8687],
    ['33.8687', 'South', -33.8687],
    ['33.8687', 'N', 33.8687],
    ['-33.8687', undefined, -33.8687],
    ['-33.8687', 'S', -33.8687],
    ['-33.8687', 'N', -33.8687],
    ['+33.8687', undefined, 33.8687],
    ['33,8687', 'S', -33.8687],
    ['33,52.5S', undefined, -33.875],
    ['33,52.5 s', 'N', -33.875],
    ['S33,52.5', undefined, -33.875],
    ['33,52,30S', undefined, -33.875],
    ['33,52,30', 'S', -33.875],
    ['33° 52\' 30" S', undefined, -33.875],
    ['33 deg 52\' 30.00" S', undefined, -33.875],
    ['33°52′30″', 'S', -33.875],
    ['0,0S', undefined, 0],
  ])('%j with %j is %d degrees', (text, side, degrees) => {
    expect(parseDegrees(text, 'latitude', side)).toBeCloseTo(degrees, 9);
  });

  it.each([
    ['', 'S'],
    ['33.8687E', undefined],
    ['33.8687', 'W'],
    ['33.8687', '?'],
    ['33,75S', undefined],
    ['33,52,75S', undefined],
    ['1,2,3,4', 'N'],
    ['33/1', 'N'],
    ['north', undefined],
    ['1e3', 'N'],
    ['NaN', 'N'],
    ['1 '.repeat(30_000), 'N'],
  ])('%j with %j is no latitude', (text, side) => {
    expect(parseDegrees(text, 'latitude', side)).toBeUndefined();
  });
});
