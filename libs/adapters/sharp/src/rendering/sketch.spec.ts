import { describe, expect, it } from '@jest/globals';
import { PLACEHOLDERS, type TextFormat } from '@cairn/images/spi';
import sharp, { type Sharp } from 'sharp';
import { thumbHashToAverageRGBA } from 'thumbhash';
import { sketched } from './sketch.js';

const textOf = async (image: Sharp, format: TextFormat): Promise<string> =>
  Buffer.from((await sketched(image, format)).bytes).toString();

const [width, height] = [600, 300];
/**
 * A yellow disc on blue, which covers most of the image. Not as SVG, because other tests of this process block that
 * loader.
 */
const pixels = Buffer.concat(
  Array.from({ length: width * height }, (_, at) => {
    const isDisc = Math.hypot((at % width) - 150, Math.floor(at / width) - 120) <= 90;
    return Buffer.from(isDisc ? 'f0d020' : '2050c0', 'hex');
  }),
);
const picture = (): Sharp => sharp(pixels, { raw: { width, height, channels: 3 } });
const clear = (): Sharp => sharp({ create: { width: 9, height: 9, channels: 4, background: '#ff000000' } });

describe('a text that stands for an image', () => {
  it('tells the colour that most of it has', async () => {
    expect(await textOf(picture(), 'color')).toBe('#2050c0');
    const deep = sharp(await picture().toColourspace('rgb16').png().toBuffer());
    expect(await textOf(deep, 'color')).toBe('#2050c0');
    const grey = sharp(await picture().greyscale().png().toBuffer());
    expect(await textOf(grey, 'color')).toMatch(/^#(..)\1\1$/);
    expect(await textOf(clear(), 'color')).toBe('#ffffff');
  });

  it('is a ThumbHash of the average colour', async () => {
    const hash = Buffer.from(await textOf(picture(), 'thumbhash'), 'base64');
    const { r, g, b, a } = thumbHashToAverageRGBA(hash);
    expect([r < g, g < b, a]).toEqual([true, true, 1]);
    const none = thumbHashToAverageRGBA(Buffer.from(await textOf(clear(), 'thumbhash'), 'base64'));
    expect(none.a).toBe(0);
  });

  it.each([
    { hash: 'difference', part: 2 },
    { hash: 'frequency', part: 3 },
  ])('differs little in its $hash hash where images look alike, and much where not', async ({ part }) => {
    const hashOf = async (image: Sharp): Promise<bigint> =>
      BigInt(`0x${(await textOf(image, 'appearance')).split(' ')[part] ?? ''}`);
    const distance = (one: bigint, other: bigint): number =>
      (one ^ other).toString(2).replaceAll('0', '').length;
    const hash = await hashOf(picture());
    const copy = await picture().resize(200).jpeg({ quality: 50 }).toBuffer();
    expect(distance(hash, await hashOf(sharp(copy)))).toBeLessThanOrEqual(6);
    expect(distance(hash, await hashOf(sharp(await picture().flop().png().toBuffer())))).toBeGreaterThan(6);
  });

  it.each([...PLACEHOLDERS])('is made of an image of one pixel: %s', async (format) => {
    const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#102030' } });
    expect(await textOf(dot, format)).toMatch(format === 'color' ? /^#102030$/ : /^\S{5,}$/);
  });
});
