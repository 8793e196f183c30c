import { describe, expect, it } from '@jest/globals';
import { acceptedCoding, namesType } from './negotiation.js';

describe('acceptedCoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.5, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['zstd', 'identity'],
  ])('of %j is %s', (header, coding) => {
    const headers = { 'accept-encoding': header };
    expect(acceptedCoding({ headers })).toBe(coding);
  });

  it('is one of those available', () => {
    const headers = { 'accept-encoding': 'gzip, br' };
    expect(acceptedCoding({ headers }, ['gzip', 'identity'])).toBe('gzip');
    expect(acceptedCoding({ headers }, ['identity'])).toBe('identity');
  });
});

describe('namesType', () => {
  it.each([
    [undefined, false],
    ['*/*', false],
    ['image/*', false],
    ['image/webp', true],
    ['text/html, IMAGE/WebP ; q=0.5', true],
    ['image/webp;q=0', false],
    ['image/webp;q=0.000, image/png', false],
    ['image/webp-2', false],
  ])('of %j is %s', (accept, isNamed) => {
    expect(namesType({ headers: { accept } }, 'image/webp')).toBe(isNamed);
  });
});
