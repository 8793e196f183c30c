import { describe, expect, it } from '@jest/globals';
import { acceptedCoding } from './page-handler.js';

describe('acceptedCoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['zstd', 'identity'],
  ])('of %j is %s', (header, coding) => {
    expect(acceptedCoding(header, ['br', 'gzip', 'identity'])).toBe(coding);
  });
});
