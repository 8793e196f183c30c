import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixtures, sourceOf } from '@cairn/testkit';
import sharp, { type Sharp } from 'sharp';
import { SharpImageRenderer } from './sharp-image-renderer.js';

const renderer = new SharpImageRenderer({ processes: 1 });
const { bytes, format: original } = fixtures.jpeg;
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
let folder: string;

beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'cairn-render-'))));
afterAll(async () => {
  await renderer.close();
  await rm(folder, { recursive: true });
});

/** The width of an image rendered from the file, and how often its bytes were read. */
async function rendered(path: string): Promise<readonly [number, number]> {
  let readings = 0;
  const held = sourceOf(bytes);
  const read = (): AsyncIterable<Uint8Array> => {
    readings += 1;
    return held.read();
  };
  const source = { sizeInBytes: held.sizeInBytes, path, read };
  const request = { holder: 'a', source, original, transform: { w: 2 }, output: 'image/png' } as const;
  return [(await renderer.render(request).image).width, readings];
}

describe('a derivative', () => {
  it.each<readonly [string, (image: Sharp) => Sharp]>([
    ['jpeg', (image) => image.jpeg({ quality: 80 })],
    ['webp', (image) => image.webp({ quality: 75, effort: 2 })],
    ['avif', (image) => image.avif({ quality: 50, effort: 2, chromaSubsampling: '4:2:0' })],
  ])('is encoded as %s once, from the pixels of the original', async (format, encode) => {
    const create = { width: 90, height: 60, channels: 3, background: '#c63', noise } as const;
    const photo = await sharp({ create }).jpeg({ quality: 95 }).toBuffer();
    const size = { width: 45, height: 30 };
    const once = await encode(
      sharp(photo)
        .autoOrient()
        .resize({ ...size, fit: 'fill' }),
    ).toBuffer();
    const of = { contentType: 'image/jpeg', width: 90, height: 60, frames: 1, orientation: 1 } as const;
    const request = { holder: 'a', source: sourceOf(photo), original: of, transform: { w: 45 } } as const;
    const output = `image/${format}` as 'image/jpeg';
    const made = await renderer.render({ ...request, output }).image;
    expect(Buffer.from(made.bytes).equals(once)).toBe(true);
  });
});

describe('an original that is a file', () => {
  it('is read by the process that renders', async () => {
    const path = join(folder, 'whole');
    await writeFile(path, bytes);
    expect(await rendered(path)).toEqual([2, 0]);
  });

  it('is read by the server if the file is gone', async () => {
    expect(await rendered(join(folder, 'gone'))).toEqual([2, 1]);
  });

  it('is read by the server if the file has another length', async () => {
    const path = join(folder, 'other');
    await writeFile(path, bytes.subarray(1));
    expect(await rendered(path)).toEqual([2, 1]);
  });
});
