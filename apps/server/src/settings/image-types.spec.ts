import { expect, it } from '@jest/globals';
import { parseSettings } from './settings.js';

const typesWith = (CAIRN_IMAGE_TYPES: string) => {
  const { images } = parseSettings({ CAIRN_IMAGE_TYPES }).application;
  return images?.kind === 'sharp' ? images.decodes?.furtherTypes : undefined;
};

it.each([
  ['', undefined],
  ['None', []],
  ['heic, jxl', ['image/heic', 'image/jxl']],
])('of types of images, %j takes %j besides those that browsers show', (text, furtherTypes) => {
  expect(typesWith(text)).toEqual(furtherTypes);
});

it('takes no types with `none`', () => {
  expect(() => typesWith('none,heic')).toThrow('must be none, or some of heic, jxl, tiff, bmp');
});
