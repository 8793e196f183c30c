import { assert } from '../assert.js';
import type { ImageFormat, ImageProcessor, ImageSource } from '@cairn/images/spi';
import type { Contract } from '../contract.js';
import {
  avifSequence,
  bombPng,
  broken,
  damagedPng,
  fixtures,
  hugeScreenGif,
  misorientedJpeg,
  sourceOf,
  type BrokenSample,
} from './image-fixtures.js';
import { rejection } from '../outcomes.js';

const { animatedGif, animatedWebp, jpeg, rotatedJpeg } = fixtures;

/** Rules for every `ImageProcessor`. */
export const imageProcessorContract = {
  'type and size of every accepted type are detected': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, format }] of Object.entries(fixtures)) {
      const { contentType, width, height } = await identify(processor, sourceOf(bytes));
      assert.deepEqual([contentType, width, height], [format.contentType, format.width, format.height], name);
    }
  },

  'the types that it tells are those that it accepts': async ({ open }) => {
    const processor = await open();
    for (const { bytes, format } of Object.values(fixtures)) {
      assert.ok(processor.types.includes(format.contentType), format.contentType);
      await identify(processor, sourceOf(bytes));
    }
    assert.equal(new Set(processor.types).size, processor.types.length);
  },

  'the frames of an animation are counted, a still has one': async ({ open }) => {
    const processor = await open();
    const frames = async (bytes: Uint8Array): Promise<number> =>
      (await identify(processor, sourceOf(bytes))).frames;
    assert.equal(await frames(animatedGif.bytes), animatedGif.format.frames);
    assert.equal(await frames(animatedWebp.bytes), animatedWebp.format.frames);
    for (const name of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const)
      assert.equal(await frames(fixtures[name].bytes), 1, name);
  },

  'the EXIF orientation is returned and does not swap width and height': async ({ open }) => {
    const processor = await open();
    assert.deepEqual(await identify(processor, sourceOf(rotatedJpeg.bytes)), rotatedJpeg.format);
  },

  'an orientation other than 1 to 8 is returned as 1': async ({ open }) => {
    const processor = await open();
    assert.equal((await identify(processor, sourceOf(jpeg.bytes))).orientation, 1);
    assert.equal((await identify(processor, sourceOf(misorientedJpeg.bytes))).orientation, 1);
  },

  'a whole image passes': async ({ open }) => {
    const processor = await open();
    for (const { bytes, format } of Object.values(fixtures))
      assert.deepEqual(await admit(processor, sourceOf(bytes)), format);
  },

  'bytes behind the end of a JPEG do not matter': async ({ open }) => {
    const processor = await open();
    const source = sourceOf(Uint8Array.from([...jpeg.bytes, 0, ...jpeg.bytes.subarray(0, 200)]));
    assert.deepEqual(await admit(processor, source), jpeg.format);
  },

  'the logical screen of a GIF is its size, however small its frames are': async ({ open }) => {
    assert.deepEqual(await identify(await open(), sourceOf(hugeScreenGif.bytes)), hugeScreenGif.format);
  },

  'a source is read once and no further than to its end': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes }] of Object.entries(fixtures)) {
      let readings = 0;
      const read = (): AsyncIterable<Uint8Array> => {
        readings += 1;
        return sourceOf(bytes).read();
      };
      await admit(processor, { sizeInBytes: bytes.length, read });
      assert.equal(readings, 1, name);
    }
  },

  'a rejection by size is passed on, and no pixel is decoded': async ({ open }) => {
    const processor = await open();
    for (const { bytes } of [damagedPng, bombPng]) {
      const refused = new Refused();
      const refuse = (): never => {
        throw refused;
      };
      await assert.rejects(processor.examine(sourceOf(bytes), refuse, 'a'), (thrown) => thrown === refused);
    }
  },

  'an AVIF image sequence is refused as one': async ({ open }) => {
    const error = await rejection(admit(await open(), sourceOf(avifSequence.bytes)));
    assert.equal(error.code, 'unsupported-image-type');
    assert.match(error.message, /animated AVIF/);
  },

  'bytes of no accepted type are UnsupportedImageType from the start': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, code }] of Object.entries(broken)) {
      if (code !== 'unsupported-image-type') continue;
      assert.equal((await rejection(identify(processor, sourceOf(bytes)))).code, code, name);
    }
  },

  'bytes that begin as an image and do not go on as one are UndecodableImage': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, code }] of Object.entries(broken)) {
      if (code === 'undecodable-image') await assertRefused(processor, { bytes, code }, name);
    }
  },

  'an image that lacks its end marker, or a part of it, passes': async ({ open }) => {
    const processor = await open();
    for (const { bytes, format } of Object.values(fixtures)) {
      for (let missing = 1; missing <= markerBytes(format); missing += 1)
        assert.deepEqual(await admit(processor, sourceOf(bytes.slice(0, -missing))), format);
    }
  },

  'an image that lacks the byte before its end marker is UndecodableImage': async ({ open }) => {
    const processor = await open();
    for (const [name, { bytes, format }] of Object.entries(fixtures)) {
      const cut = bytes.slice(0, -markerBytes(format) - 1);
      await assertRefused(processor, { bytes: cut, code: 'undecodable-image' }, name);
    }
  },

  'an image whose pixels are damaged or missing is UndecodableImage': async ({ open }) => {
    const processor = await open();
    await assertRefused(processor, damagedPng, 'damagedPng');
    await assertRefused(processor, { bytes: bombPng.bytes, code: 'undecodable-image' }, 'bombPng');
  },

  'an oversized image is rejected with its size': async ({ open }) => {
    assert.deepEqual(await identify(await open(), sourceOf(bombPng.bytes)), bombPng.format);
  },

  'concurrent images are not mixed up': async ({ open }) => {
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

class Refused extends Error {}

/** The length of what says that the image has ended, and nothing of its pixels. */
function markerBytes({ contentType }: ImageFormat): number {
  return { 'image/jpeg': 2, 'image/png': 12, 'image/gif': 1 }[contentType as string] ?? 0;
}

/** The format that the processor reports before it decodes pixels. */
async function identify(processor: ImageProcessor, source: ImageSource): Promise<ImageFormat> {
  const formats: ImageFormat[] = [];
  const refused = new Refused();
  const examination = processor.examine(
    source,
    (format) => {
      formats.push(format);
      throw refused;
    },
    'a',
  );
  await examination.catch((error: unknown) => {
    if (error !== refused) throw error;
  });
  const [format] = formats;
  assert.ok(format, 'nobody was asked to admit the image');
  return format;
}

async function admit(processor: ImageProcessor, source: ImageSource): Promise<ImageFormat> {
  return await processor.examine(source, () => undefined, 'a');
}

async function assertRefused(
  processor: ImageProcessor,
  { bytes, code }: BrokenSample,
  name: string,
): Promise<void> {
  const [outcome] = await Promise.allSettled([rejection(admit(processor, sourceOf(bytes)))]);
  assert.equal(outcome.status, 'fulfilled', `${name} was not rejected`);
  assert.equal(outcome.value.code, code, name);
}
