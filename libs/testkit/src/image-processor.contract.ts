import { strict as assert } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ImageFormat, ImageProcessor, ImageSource } from '@cairn/images';
import type { Contract } from './contract.js';
import {
  bombPng,
  broken,
  damagedPng,
  fixtures,
  misorientedJpeg,
  sourceOf,
  type BrokenSample,
} from './image-fixtures.js';
import { refusal } from './outcomes.js';

const { animatedGif, animatedWebp, jpeg, rotatedJpeg } = fixtures;

/** What everything that understands image bytes promises. */
export const imageProcessorContract = {
  'an image of every accepted type tells its type and its size': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, format }] of Object.entries(fixtures)) {
      const { contentType, width, height } = await processor.identify(sourceOf(bytes));
      assert.deepEqual([contentType, width, height], [format.contentType, format.width, format.height], name);
    }
  },

  'the frames of an animation are counted, a still has one': async ({ open }) => {
    const processor = await open();
    const frames = async (bytes: Uint8Array): Promise<number> =>
      (await processor.identify(sourceOf(bytes))).frames;
    assert.equal(await frames(animatedGif.bytes), animatedGif.format.frames);
    assert.equal(await frames(animatedWebp.bytes), animatedWebp.format.frames);
    for (const name of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
      assert.equal(await frames(fixtures[name].bytes), 1, name);
  },

  'the EXIF orientation is told and turns neither width nor height': async ({ open }) => {
    const processor = await open();
    assert.deepEqual(await processor.identify(sourceOf(rotatedJpeg.bytes)), rotatedJpeg.format);
  },

  'without an orientation from 1 to 8 an image stands upright': async ({ open }) => {
    const processor = await open();
    assert.equal((await processor.identify(sourceOf(jpeg.bytes))).orientation, 1);
    assert.equal((await processor.identify(sourceOf(misorientedJpeg.bytes))).orientation, 1);
  },

  'a whole image passes': async ({ open }) => {
    const processor = await open();
    for (const { bytes, format } of Object.values(fixtures)) await processor.verify(sourceOf(bytes), format);
  },

  'bytes behind the end of a JPEG do not matter': async ({ open }) => {
    const processor = await open();
    const source = sourceOf(Uint8Array.from([...jpeg.bytes, 0, ...jpeg.bytes.subarray(0, 200)]));
    assert.deepEqual(await admit(processor, source), jpeg.format);
  },

  'an image in a file is read as one in memory, and the name of the file means nothing': async ({ open }) => {
    const processor = await open();
    for (const { bytes, format } of Object.values(fixtures)) {
      const admitted = await inFile(bytes, 'drawing.svg', (source) => admit(processor, source));
      assert.deepEqual(admitted, format);
    }
    const { code } = await inFile(broken.tiff.bytes, 'photo.jpg', (source) =>
      refusal(processor.identify(source)),
    );
    assert.equal(code, 'unsupported-image-type');
  },

  'bytes of no accepted type are UnsupportedImageType from the start': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, code }] of Object.entries(broken)) {
      if (code !== 'unsupported-image-type') continue;
      assert.equal((await refusal(processor.identify(sourceOf(bytes)))).code, code, name);
    }
  },

  'bytes that begin as an image and do not go on as one are UndecodableImage': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, code }] of Object.entries(broken)) {
      if (code === 'undecodable-image') await assertRefused(processor, { bytes, code }, name);
    }
  },

  'an image that lacks its last byte is UndecodableImage': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes }] of Object.entries(fixtures)) {
      await assertRefused(processor, { bytes: bytes.slice(0, -1), code: 'undecodable-image' }, name);
    }
  },

  'an image whose pixels are damaged or missing is UndecodableImage': async ({ open }) => {
    const processor = await open();
    await assertRefused(processor, damagedPng, 'damagedPng');
    await assertRefused(processor, { bytes: bombPng.bytes, code: 'undecodable-image' }, 'bombPng');
  },

  'an image in a file is refused as one in memory': async ({ open }) => {
    const processor = await open();
    for (const [name, sample] of Object.entries(broken)) {
      const { code } = await inFile(sample.bytes, 'photo.png', (source) => refusal(admit(processor, source)));
      assert.equal(code, sample.code, name);
    }
  },

  'too large an image tells its size': async ({ open }) => {
    assert.deepEqual(await (await open()).identify(sourceOf(bombPng.bytes)), bombPng.format);
  },

  'many images at once are not taken for one another': async ({ open }) => {
    const processor = await open();
    const all = Object.values(fixtures);
    const many = [...all, ...all, ...all];
    const formats = await Promise.all(many.map(({ bytes }) => admit(processor, sourceOf(bytes))));
    assert.deepEqual(
      formats,
      many.map(({ format }) => format),
    );
  },
} satisfies Contract<ImageProcessor>;

async function admit(processor: ImageProcessor, source: ImageSource): Promise<ImageFormat> {
  const format = await processor.identify(source);
  await processor.verify(source, format);
  return format;
}

async function assertRefused(
  processor: ImageProcessor,
  { bytes, code }: BrokenSample,
  name: string,
): Promise<void> {
  const [outcome] = await Promise.allSettled([refusal(admit(processor, sourceOf(bytes)))]);
  assert.equal(outcome.status, 'fulfilled', `${name} was not refused`);
  assert.equal(outcome.value.code, code, name);
}

async function inFile<T>(
  bytes: Uint8Array,
  name: string,
  use: (source: ImageSource) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'cairn-image-'));
  try {
    const file = join(directory, name);
    await writeFile(file, bytes);
    return await use({ ...sourceOf(bytes), file });
  } finally {
    await rm(directory, { recursive: true });
  }
}
