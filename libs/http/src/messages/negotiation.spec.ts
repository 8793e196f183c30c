import * as zlib from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { acceptedCoding, namesType, quickCoding } from './negotiation.js';

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

const hasZstd = 'zstdCompress' in zlib; // since Node 22.15

describe('quickCoding', () => {
  it.each([
    [undefined, 'identity'],
    ['gzip, deflate, br, zstd', hasZstd ? 'zstd' : 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['zstd;q=0, br;q=0.5', 'br'],
    ['zstd;q=0.1, gzip', 'gzip'],
    ['*', 'br'],
    ['deflate', 'identity'],
  ])('of %j is %s', (header, coding) => {
    expect(quickCoding({ headers: { 'accept-encoding': header } })).toBe(coding);
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
