import { expect, it } from '@jest/globals';
import { NoiseImage } from './noise-image.js';

it('has other pixels with each text, also where one text is the beginning of another', () => {
  const noise = NoiseImage.ofSide(24);
  const longer = Array.from({ length: 255 }, (_, code) => `a${String.fromCharCode(code + 1)}`);
  const images = ['a', ...longer].map((text) => noise.with(text).toString('latin1'));
  expect(new Set(images).size).toBe(images.length);
});
