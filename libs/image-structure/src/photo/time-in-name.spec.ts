import { describe, expect, it } from '@jest/globals';
import { timeInName } from './time-in-name.js';

describe('the time in the name of a photo', () => {
  it.each([
    ['IMG_20240701_123456.jpg', '2024-07-01T12:34:56'],
    ['PXL_20240701_123456789.jpg', '2024-07-01T12:34:56'],
    ['20240701_123456.jpg', '2024-07-01T12:34:56'],
    ['20240701123456.jpg', '2024-07-01T12:34:56'],
    ['Screenshot_2024-07-01-12-34-56.png', '2024-07-01T12:34:56'],
    ['2024-07-01 12.34.56.jpg', '2024-07-01T12:34:56'],
    ['WhatsApp Image 2024-07-01 at 12.34.56.jpeg', '2024-07-01T12:34:56'],
    ['signal-2024-07-01-123456.jpg', '2024-07-01T12:34:56'],
    ['photo_2024-07-01_12-34-56.jpg', '2024-07-01T12:34:56'],
    ['Bildschirmfoto 2024-07-01 um 12.34.56.png', '2024-07-01T12:00:00'],
    // Only the day, or no possible time after it.
    ['IMG-20240701-WA0001.jpg', '2024-07-01T12:00:00'],
    ['2024-07-01 Lake.jpg', '2024-07-01T12:00:00'],
    ['IMG_20240701_993456.jpg', '2024-07-01T12:00:00'],
  ])('%s is %s', (name, time) => {
    expect(timeInName(name)).toBe(time);
  });

  it.each([
    ...['lake.jpg', 'IMG_0001.jpg', 'DSC20240.jpg', '20241301.jpg', '20240230_101010.jpg', '30240701.jpg'],
    ...['1202407011.jpg', '2024-07_01.jpg', '', '0'.repeat(100_000)],
  ])('%j has none', (name) => {
    expect(timeInName(name)).toBeUndefined();
  });
});
