/**
 * Encodes photos as WebP and AVIF with each effort, and as JPEG, one at a time in one thread, and prints what it takes and
 * gives: time and size of a megapixel, and how much the result is like the photo (SSIM of the brightness, 1 is the same).
 * With these numbers the efforts of the renderer were chosen. The photos are of Debian's sources, which are kept in
 * node_modules/.cache; they are made smaller first, which removes what their own encoding left.
 */
import { basename } from 'node:path';
import sharp from 'sharp';
import { imagesOfSources } from './corpora/debian-sources.mjs';

const CACHE = new URL('../../node_modules/.cache/image-corpora', import.meta.url).pathname;
const PHOTOS = ['xmp_test.jpg', 'junk_jpeg_header.jpg', 'exif_gps_typeerror.jpg', 'sugarshack_bad_mpo_header.jpg', 'flower.jpg', '1.webp']; // prettier-ignore
const WIDTH = 800;
/** Of what they were: a photo of 640 pixels becomes one of 480. */
const SMALLER = 0.75;
const TIMES = 3;

const settings = [
  ...efforts('WebP', [0, 1, 2, 3, 4, 5, 6], (image, effort) => image.webp({ effort })),
  ...efforts('AVIF', [0, 1, 2, 3, 4, 5], (image, effort) =>
    image.avif({ effort, chromaSubsampling: '4:2:0' }),
  ),
  ['JPEG', (image) => image.jpeg()],
  ['JPEG, mozjpeg', (image) => image.jpeg({ mozjpeg: true })],
];

sharp.concurrency(1);
const files = (await imagesOfSources(CACHE)).filter((file) => PHOTOS.includes(basename(file)));
const photos = await Promise.all(files.map(read));
process.stdout.write('| encoded as | ms / megapixel | KB / megapixel | SSIM |\n| --- | --- | --- | --- |\n');
for (const [name, encode] of settings) {
  const results = [];
  for (const photo of photos) results.push(await measure(photo, encode));
  const [ms, bytes, ssim] = ['ms', 'bytes', 'ssim'].map((key) => mean(results.map((result) => result[key])));
  process.stdout.write(
    `| ${name} | ${ms.toFixed(0)} | ${(bytes / 1_000).toFixed(0)} | ${ssim.toFixed(4)} |\n`,
  );
}

function efforts(name, values, encode) {
  return values.map((effort) => [`${name}, effort ${effort}`, (image) => encode(image, effort)]);
}

async function read(file) {
  const options = { failOn: 'none' };
  const { width } = await sharp(file, options).metadata();
  const smaller = sharp(file, options)
    .resize(Math.min(WIDTH, Math.round(width * SMALLER)))
    .removeAlpha();
  const { data, info } = await smaller.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return { data, info, megapixels: (info.width * info.height) / 1e6 };
}

async function measure({ data, info, megapixels }, encode) {
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const durations = [];
  let bytes;
  for (let time = 0; time < TIMES; time += 1) {
    const startedAt = performance.now();
    bytes = await encode(sharp(data, { raw })).toBuffer();
    durations.push(performance.now() - startedAt);
  }
  const shown = await sharp(bytes).removeAlpha().raw().toBuffer();
  const ssim = similarity(brightness(data), brightness(shown), info.width);
  return { ms: Math.min(...durations) / megapixels, bytes: bytes.length / megapixels, ssim };
}

function brightness(rgb) {
  const luma = new Float32Array(rgb.length / 3);
  for (let pixel = 0; pixel < luma.length; pixel += 1)
    luma[pixel] = 0.299 * rgb[pixel * 3] + 0.587 * rgb[pixel * 3 + 1] + 0.114 * rgb[pixel * 3 + 2];
  return luma;
}

/** The mean over windows of 8 by 8 pixels, which overlap by half (Wang et al., 2004, with a flat window). */
function similarity(one, other, width) {
  const [size, step, c1, c2] = [8, 4, (0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const height = one.length / width;
  let [sum, count] = [0, 0];
  for (let top = 0; top + size <= height; top += step)
    for (let left = 0; left + size <= width; left += step) {
      let [a, b, aa, bb, ab] = [0, 0, 0, 0, 0];
      for (let y = top; y < top + size; y += 1)
        for (let x = left; x < left + size; x += 1) {
          const [p, q] = [one[y * width + x], other[y * width + x]];
          [a, b, aa, bb, ab] = [a + p, b + q, aa + p * p, bb + q * q, ab + p * q];
        }
      const n = size * size;
      const [ma, mb] = [a / n, b / n];
      const [va, vb, vab] = [aa / n - ma * ma, bb / n - mb * mb, ab / n - ma * mb];
      sum += ((2 * ma * mb + c1) * (2 * vab + c2)) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
      count += 1;
    }
  return sum / count;
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
