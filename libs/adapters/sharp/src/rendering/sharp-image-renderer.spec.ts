import { describe, expect, it } from '@jest/globals';
import { outputType, parseTransform, type WebImageType, type Query } from '@cairn/images';
import type { ImageFormat, RenderedImage, RenderRequest } from '@cairn/images/spi';
import { imageRendererContract, sourceOf, verify } from '@cairn/testkit';
import sharp, { type Sharp } from 'sharp';
import { openRenderer } from './renderers.spec.kit.js';

const shared = openRenderer();

describe('SharpImageRenderer', () => {
  const subject = { open: async () => shared, reopen: async () => shared };
  verify({ contract: imageRendererContract, subject, it });
});

const [WIDTH, HEIGHT] = [40, 20];

/** Four colours: red and blue above, green and white below. */
function quarters(): Sharp {
  const colours = ['ff0000', '0000ff', '00ff00', 'ffffff'].map((digits) => Buffer.from(digits, 'hex'));
  const pixels = Array.from({ length: WIDTH * HEIGHT }, (_, index) => {
    const [x, y] = [index % WIDTH, Math.floor(index / WIDTH)];
    return colours[(x < WIDTH / 2 ? 0 : 1) + (y < HEIGHT / 2 ? 0 : 2)] ?? Buffer.alloc(3);
  });
  return sharp(Buffer.concat(pixels), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
}

async function requestOf(bytes: Buffer, query: Query): Promise<RenderRequest> {
  const {
    format,
    width,
    height,
    pages = 1,
    orientation = 1,
  } = await sharp(bytes, { failOn: 'none' }).metadata();
  const contentType: WebImageType = format === 'heif' ? 'image/avif' : (`image/${format}` as WebImageType);
  const original: ImageFormat = { contentType, width, height, frames: pages, orientation };
  const transform = parseTransform(query);
  return {
    holder: 'a',
    source: sourceOf(bytes, 65_536),
    original,
    transform,
    output: outputType(transform, original, () => false),
  };
}

async function render(bytes: Buffer, query: Query): Promise<RenderedImage> {
  return await shared.render(await requestOf(bytes, query)).image;
}

/** The letters of the colours in the four quarters, from left to right and from top to bottom. */
async function quartersOf({
  bytes,
  width,
  height,
}: Pick<RenderedImage, 'bytes' | 'width' | 'height'>): Promise<string> {
  const { data, info } = await sharp(bytes)
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const start = (Math.floor(y * height) * width + Math.floor(x * width)) * info.channels;
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3);
    if (Math.min(red, green, blue) > 127) return 'W';
    if (Math.max(red, green, blue) < 64) return 'K';
    return red > Math.max(green, blue) ? 'R' : green > blue ? 'G' : 'B';
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)].join('');
}

describe('the pixels of a derivative', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are upright with EXIF orientation %i, however it is fitted',
    async (orientation) => {
      const bytes = await quarters()
        .withMetadata({ orientation })
        .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
        .toBuffer();
      const upright = await sharp(bytes).autoOrient().toBuffer({ resolveWithObject: true });
      const expected = await quartersOf({ bytes: upright.data, ...upright.info });
      for (const query of [
        {},
        { w: '16' },
        { w: '12', h: '12', fit: 'cover' },
        { w: '10', h: '10', fit: 'cover', position: '0.45,0.45' },
      ] satisfies Query[]) {
        const image = await render(bytes, { ...query, format: 'png' });
        expect([query, await quartersOf(image)]).toEqual([query, expected]);
        expect((await sharp(image.bytes).metadata()).orientation).toBeUndefined();
      }
    },
  );

  it.each<[Query, string]>([
    [{ flip: 'h' }, 'BRWG'],
    [{ flip: 'v' }, 'GWRB'],
    [{ flip: 'hv' }, 'WGBR'],
    [{ rotate: '90' }, 'GRWB'],
    [{ rotate: '180' }, 'WGBR'],
    [{ rotate: '270', w: '10' }, 'BWRG'],
    [{ flip: 'h', rotate: '90' }, 'WBGR'],
    [{ crop: '0,0,20,20' }, 'RRGG'],
    [{ crop: '0,0,20,20', rotate: '90', w: '8', h: '8', fit: 'cover' }, 'GRGR'],
    [{ w: '10', h: '10', fit: 'cover', position: 'right' }, 'BBWW'],
    [{ w: '10', h: '10', fit: 'cover', rotate: '180', position: 'left' }, 'WWBB'],
    [{ w: '10', h: '10', fit: 'cover', position: '0.1,0.5' }, 'RRGG'],
    [{ pad: '20,40', background: '000' }, 'KKKK'],
    [{ w: '20', h: '20', fit: 'contain', position: 'top', format: 'jpeg' }, 'GWWW'],
    [{ enlarge: 'true', w: '400', fit: 'inside' }, 'RBGW'],
    [{ format: 'gif' }, 'RBGW'],
    [{ format: 'avif' }, 'RBGW'],
    [{ format: 'webp', sharpen: '1' }, 'RBGW'],
  ])('are those that %j asks for', async (query, expected) => {
    expect(await quartersOf(await render(await quarters().png().toBuffer(), query))).toBe(expected);
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['CMYK', (image) => image.toColourspace('cmyk').jpeg({ quality: 95 })],
    ['16 bit', (image) => image.toColourspace('rgb16').png()],
    ['a palette', (image) => image.png({ palette: true })],
    ['Display P3', (image) => image.withIccProfile('p3').png()],
  ])('have the colours of an original in %s', async (_, encode) => {
    const image = await render(await encode(quarters()).toBuffer(), { w: '20', format: 'png' });
    expect(await quartersOf(image)).toBe('RBGW');
    const { depth, icc, space } = await sharp(image.bytes).metadata();
    expect([depth, icc, space]).toEqual(['uchar', undefined, 'srgb']);
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['sRGB', (image) => image.withIccProfile('srgb')],
    ['Display P3', (image) => image.withIccProfile('p3')],
    ['no profile', (image) => image],
  ])('are as vivid as an original of 16 bits in %s', async (_, encode) => {
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#f00' } });
    const bytes = await encode(red.toColourspace('rgb16')).png().toBuffer();
    const image = await render(bytes, { w: '4', h: '8', fit: 'contain', background: 'f00', format: 'png' });
    const pixels = await sharp(image.bytes).removeAlpha().raw().toBuffer();
    expect(pixels.every((value, index) => (index % 3 === 0 ? value > 250 : value < 5))).toBe(true);
    expect((await sharp(image.bytes).metadata()).hasProfile).toBe(false);
  });

  it.each<[string, (image: Sharp) => Sharp]>([
    ['8 bits', (image) => image.toColourspace('b-w')],
    ['16 bits', (image) => image.toColourspace('grey16')],
    ['8 bits and transparency', (image) => image.toColourspace('b-w').ensureAlpha(0)],
    ['8 bits and a profile', (image) => image.toColourspace('b-w').withIccProfile('p3')],
  ])('have the colour of the background where the original is grey, with %s', async (_, encode) => {
    const grey = sharp({ create: { width: 8, height: 8, channels: 3, background: '#888' } });
    const bytes = await encode(grey).png().toBuffer();
    const image = await render(bytes, { pad: '4', background: 'f00', format: 'png' });
    expect(image.width).toBe(16);
    const pixels = await sharp(image.bytes).removeAlpha().raw().toBuffer();
    expect([...pixels.subarray(0, 3)]).toEqual([255, 0, 0]);
  });

  it('keep a colour profile that is asked for', async () => {
    const bytes = await quarters().withIccProfile('p3').jpeg().toBuffer();
    expect((await sharp((await render(bytes, { strip: 'metadata' })).bytes).metadata()).icc).toBeDefined();
  });

  it('are transparent where the original is, unless there is a background', async () => {
    const bytes = await quarters().ensureAlpha(0).png().toBuffer();
    const isOpaque = async (query: Query): Promise<boolean> =>
      (await sharp((await render(bytes, query)).bytes).stats()).isOpaque;
    expect(await isOpaque({ w: '8', format: 'webp' })).toBe(false);
    expect(await isOpaque({ w: '8', background: 'fff' })).toBe(true);
    expect(await quartersOf(await render(bytes, { w: '8', format: 'jpeg' }))).toBe('WWWW');
  });

  it('are there of a GIF that goes on behind its end, of which a decoder warns', async () => {
    const frame = '2c0000000001000100000804000104040021fe07636f6d6d656e74003b';
    const bytes = Buffer.from(`4749463837610100010081${'00'.repeat(14)}${frame}0000000000${frame}`, 'hex');
    await expect(sharp(bytes).metadata()).rejects.toThrow('Invalid frame data');
    await expect(render(bytes, { w: '1' })).resolves.toMatchObject({ width: 1, height: 1 });
  });

  it('are without the border that trim cuts off', async () => {
    const bytes = await quarters()
      .extend({ top: 3, left: 5, bottom: 7, right: 9, background: 'black' })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer();
    const image = await render(bytes, { trim: 'true' });
    expect([image.width, image.height, await quartersOf(image)]).toEqual([HEIGHT, WIDTH, 'GRWB']);
  });

  it.each([
    [1, 1],
    [2, 9],
    [9, 2],
    [3, 3],
  ])('are all of an image of %i × %i pixels that has no border to trim', async (width, height) => {
    const red = sharp({ create: { width, height, channels: 3, background: 'red' } });
    expect(await render(await red.png().toBuffer(), { trim: 'true' })).toMatchObject({ width, height });
  });
});
