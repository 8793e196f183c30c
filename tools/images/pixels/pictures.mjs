import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { imageMagick } from '../debian-tools.mjs';

const PROFILES = '/usr/share/color/icc'; // Debian: icc-profiles-free
const ADOBE_RGB = join(PROFILES, 'compatibleWithAdobeRGB1998.icc');
const SRGB = join(PROFILES, 'sRGB.icc');

/** A picture that looks different from every side: slopes of colour, a dark corner, a disc, a line, fine squares. */
function scene(width, height, { alpha = false } = {}) {
  const channels = alpha ? 4 : 3;
  const pixels = Buffer.alloc(width * height * channels);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      pixels.set(colourAt(x / width, y / height).slice(0, channels), (y * width + x) * channels);
  return sharp(pixels, { raw: { width, height, channels } });
}

function colourAt(x, y) {
  if (x < 0.2 && y < 0.25) return [20, 20, 30, 255];
  if (Math.hypot(x - 0.7, (y - 0.35) * 0.7) < 0.15) return [240, 60, 40, 255];
  if (Math.abs(y - 0.8 + 0.2 * x) < 0.03) return [250, 250, 210, 255];
  if (x > 0.75 && y > 0.75)
    return (Math.floor(x * 30) + Math.floor(y * 20)) % 2 ? [0, 60, 200, 60] : [255, 200, 0, 255];
  return [60 + 120 * x, 180 - 100 * y, 90 + 100 * (1 - x) * y, x > 0.5 ? 255 : 80 + 350 * x];
}

const [WIDTH, HEIGHT] = [120, 80];
const plain = () => scene(WIDTH, HEIGHT);
const seeThrough = () => scene(WIDTH, HEIGHT, { alpha: true });
const inProfile = (image, profile) => image.withIccProfile(profile);

/** Pictures that sharp encodes. */
const encoded = {
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6, 7, 8].map((orientation) => [
      `orientation-${orientation}.jpg`,
      () => plain().withMetadata({ orientation }).jpeg({ quality: 92 }),
    ]),
  ),
  'orientation-6.png': () => plain().withMetadata({ orientation: 6 }).png(),
  'orientation-3.webp': () => plain().withMetadata({ orientation: 3 }).webp({ quality: 92 }),
  'orientation-8-alpha.png': () => seeThrough().withMetadata({ orientation: 8 }).png(),
  'progressive.jpg': () => plain().jpeg({ quality: 90, progressive: true }),
  'full-chroma.jpg': () => plain().jpeg({ quality: 95, chromaSubsampling: '4:4:4' }),
  'grey.jpg': () => plain().toColourspace('b-w').jpeg({ quality: 92 }),
  'cmyk-profile.jpg': () => plain().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 95 }),
  'p3.jpg': () => inProfile(plain(), 'p3').jpeg({ quality: 95 }),
  'large.jpg': () => scene(2400, 1600).jpeg({ quality: 85 }),
  'wide.jpg': () => scene(16_383, 64).jpeg({ quality: 85 }),
  'high.png': () => scene(48, 9_000).png(),
  'true-colour.png': () => plain().png(),
  'alpha.png': () => seeThrough().png(),
  'interlaced.png': () => seeThrough().png({ progressive: true }),
  'p3-16-bit.png': () => inProfile(plain().toColourspace('rgb16'), 'p3').png(),
  'lossy.webp': () => plain().webp({ quality: 92 }),
  'lossless.webp': () => plain().webp({ lossless: true }),
  'alpha.webp': () => seeThrough().webp({ quality: 92 }),
  'p3.webp': () => inProfile(plain(), 'p3').webp({ quality: 95 }),
  'still.gif': () => plain().gif(),
  '8-bit.avif': () => plain().avif({ quality: 80, effort: 2 }),
  '10-bit.avif': () => plain().avif({ quality: 80, effort: 2, bitdepth: 10 }),
  'alpha.avif': () => seeThrough().avif({ quality: 80, effort: 2 }),
  'one-pixel.jpg': () => scene(1, 1).jpeg(),
  'one-pixel.png': () => scene(1, 1).png(),
  'one-pixel.webp': () => scene(1, 1).webp(),
  'border.png': () => bordered({ r: 255, g: 255, b: 255, alpha: 1 }).png(),
  'border-clear.png': () => bordered({ r: 0, g: 0, b: 0, alpha: 0 }).png(),
  'border-turned.jpg': () =>
    bordered({ r: 10, g: 20, b: 30, alpha: 1 }).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }),
};

function bordered(background) {
  const image = background.alpha === 1 ? plain() : seeThrough();
  return image.extend({ top: 11, right: 7, bottom: 5, left: 17, background });
}

/** Pictures that ImageMagick writes of `alpha.png` or `true-colour.png`. */
const converted = {
  'cmyk.jpg': ['true-colour.png', '-colorspace', 'CMYK', '-quality', '95'],
  'adobe-rgb.jpg': ['true-colour.png', '-profile', SRGB, '-profile', ADOBE_RGB, '-quality', '95'],
  'adobe-rgb.png': ['alpha.png', '-profile', SRGB, '-profile', ADOBE_RGB],
  'adobe-rgb-turned.jpg': [
    ...['true-colour.png', '-profile', SRGB, '-profile', ADOBE_RGB],
    ...['-orient', 'RightTop', '-quality', '95'],
  ],
  'adobe-rgb-16-bit.png': [
    ...['alpha.png', '-profile', SRGB, '-profile', ADOBE_RGB],
    ...['-depth', '16', '-define', 'png:bit-depth=16', '-define', 'png:color-type=6'],
  ],
  'subsampled-4-1-1.jpg': ['true-colour.png', '-sampling-factor', '4x1', '-quality', '95'],
  '16-bit.png': [
    'true-colour.png',
    '-depth',
    '16',
    '-define',
    'png:bit-depth=16',
    '-define',
    'png:color-type=2',
  ],
  '16-bit-alpha.png': [
    'alpha.png',
    '-depth',
    '16',
    '-define',
    'png:bit-depth=16',
    '-define',
    'png:color-type=6',
  ],
  '16-bit-grey.png': [
    'true-colour.png',
    '-colorspace',
    'Gray',
    '-define',
    'png:bit-depth=16',
    '-define',
    'png:color-type=0',
  ],
  'grey.png': ['true-colour.png', '-colorspace', 'Gray', '-define', 'png:color-type=0'],
  'grey-alpha.png': ['alpha.png', '-colorspace', 'Gray', '-define', 'png:color-type=4'],
  'palette.png': ['true-colour.png', '-colors', '64', '-define', 'png:color-type=3'],
  'palette-4-bit.png': [
    'true-colour.png',
    '-colors',
    '14',
    '-define',
    'png:color-type=3',
    '-define',
    'png:bit-depth=4',
  ],
  'palette-transparent.png': [
    'alpha.png',
    '-channel',
    'A',
    '-threshold',
    '50%',
    '+channel',
    '-colors',
    '32',
    'PNG8:',
  ],
  '1-bit.png': [
    'true-colour.png',
    '-colorspace',
    'Gray',
    '-threshold',
    '50%',
    '-define',
    'png:bit-depth=1',
    '-define',
    'png:color-type=0',
  ],
  '2-bit.png': [
    'true-colour.png',
    '-colorspace',
    'Gray',
    '-depth',
    '2',
    '-define',
    'png:bit-depth=2',
    '-define',
    'png:color-type=0',
  ],
  'transparent-colour.png': [
    'alpha.png',
    '-channel',
    'A',
    '-threshold',
    '50%',
    '+channel',
    '-define',
    'png:color-type=2',
  ],
  'gamma.png': ['true-colour.png', '-set', 'gamma', '0.45455'],
  'transparent.gif': ['alpha.png', '-channel', 'A', '-threshold', '50%'],
  'interlaced.gif': ['true-colour.png', '-interlace', 'GIF'],
  'one-pixel.gif': ['true-colour.png', '-crop', '1x1+30+50', '+repage'],
};

/** Of moving parts in frames smaller than the picture, each shown for another time. */
const animated = {
  'disposed.gif': ['-dispose', 'Background'],
  'optimised.gif': ['-layers', 'OptimizePlus'],
  'whole-frames.gif': ['-coalesce'],
};

/** Every picture as a file in the folder, by name: first those that others are made of. */
export async function makePictures(folder) {
  const names = [];
  const file = (name) => join(folder, name);
  const made = async (name, bytes) => {
    if (bytes !== undefined) await writeFile(file(name), bytes);
    names.push(name);
  };
  for (const [name, make] of Object.entries(encoded)) await made(name, await make().toBuffer());
  for (const [name, [source, ...words]] of Object.entries(converted)) {
    const target = words.at(-1).endsWith(':') ? `${words.pop()}${file(name)}` : file(name);
    await imageMagick(file(source), ...words, target);
    await made(name);
  }
  const frames = await Promise.all(
    [0, 1, 2, 3].map(async (turn) => {
      const part = file(`frame-${turn}.png`);
      const ball = {
        create: { width: 24, height: 24, channels: 4, background: ['red', 'lime', 'blue', 'white'][turn] },
      };
      const overlay = { input: ball, left: 10 + turn * 22, top: 8 + turn * 12 };
      await writeFile(part, await scene(WIDTH, HEIGHT).composite([overlay]).png().toBuffer());
      return ['-delay', String(5 + 5 * turn), part];
    }),
  );
  for (const [name, words] of Object.entries(animated)) {
    await imageMagick(...frames.flat(), '-loop', '3', ...words, file(name));
    await made(name);
  }
  await made(
    'moving.webp',
    await sharp(file('whole-frames.gif'), { pages: -1 }).webp({ quality: 92, loop: 3 }).toBuffer(),
  );
  return await Promise.all(
    names.map(async (name) => ({ name, file: file(name), bytes: await readFile(file(name)) })),
  );
}
