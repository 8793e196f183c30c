import { describe, expect, it } from '@jest/globals';
import { addressOf } from './image.js';

describe('addressOf', () => {
  it.each([
    ['', 'photo.jpg', 'photo.jpg'],
    ['a', 'photo.jpg', 'a/photo.jpg'],
    ['a b/c', 'ü.jpg', 'a b/c/ü.jpg'],
  ])('joins %j and %j to %j', (path, fileName, address) => {
    expect(addressOf({ path, fileName })).toBe(address);
  });
});
