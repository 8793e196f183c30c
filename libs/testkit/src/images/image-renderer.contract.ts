import { assert } from '../assert.js';
import { outputType, parseTransform, type Query } from '@cairn/images';
import type { ImageRenderer, ImageSource, RenderedImage, RenderRequest } from '@cairn/images/spi';
import type { Contract } from '../contract.js';
import { damagedPng, fixtures, sourceOf, type ImageFixture } from './image-fixtures.js';
import { rejection } from '../outcomes.js';

const { animatedGif, animatedWebp, jpeg, png, rotatedJpeg } = fixtures;

/** Rules for every `ImageRenderer`. */
export const imageRendererContract = {
  'a rendered image has the size that was planned': async ({ open }) => {
    const renderer = await open();
    const sizes: readonly (readonly [Query, number, number])[] = [
      [{ w: '8' }, 8, 6],
      [{ w: '8', h: '8', fit: 'cover' }, 8, 8],
      [{ w: '8', h: '8', fit: 'contain' }, 8, 8],
      [{ w: '8', h: '8', fit: 'fill' }, 8, 8],
      [{ w: '6', h: '6', fit: 'outside' }, 8, 6],
      [{ w: '999' }, 16, 12],
      [{ w: '32', enlarge: 'true' }, 32, 24],
      [{ rotate: '90', pad: '1,2' }, 16, 18],
      [{ crop: '2,3,4,5', flip: 'hv' }, 4, 5],
      [{ w: '6', h: '2', fit: 'cover', position: '0.9,0.1', rotate: '270' }, 6, 2],
    ];
    for (const [query, width, height] of sizes) {
      const image = await render(renderer, jpeg, query);
      assert.deepEqual([image.width, image.height], [width, height], JSON.stringify(query));
    }
  },

  'an original is turned upright once': async ({ open }) => {
    const renderer = await open();
    const image = await render(renderer, rotatedJpeg, { w: '4' });
    assert.deepEqual([image.width, image.height], [4, 12]);
  },

  'an appearance is a colour, a ThumbHash and two perceptual hashes of the image': async ({ open }) => {
    const renderer = await open();
    const appearanceOf = async ({ bytes, format }: ImageFixture): Promise<string> => {
      const transform = { format: 'appearance' } as const;
      const rendering = renderer.render({
        holder: 'a',
        source: sourceOf(bytes),
        original: format,
        transform,
        output: 'text/plain',
      });
      return String.fromCharCode(...(await rendering.image).bytes);
    };
    const texts = await Promise.all(Object.values(fixtures).map(appearanceOf));
    for (const text of texts)
      assert.match(text, /^#[0-9a-f]{6} [A-Za-z0-9+/]{4,33}={0,2} [0-9a-f]{16} [0-9a-f]{16}$/);
    assert.equal(await appearanceOf(jpeg), texts[0]);
    assert.equal(new Set(texts).size, texts.length);
  },

  'an animation keeps its frames where the format has them': async ({ open }) => {
    const renderer = await open();
    const frames = async (image: ImageFixture, format: string): Promise<number> =>
      (await render(renderer, image, { w: '3', format })).frames;
    assert.equal(await frames(animatedGif, 'gif'), animatedGif.format.frames);
    assert.equal(await frames(animatedWebp, 'gif'), animatedWebp.format.frames);
    assert.equal(await frames(animatedGif, 'webp'), animatedGif.format.frames);
    assert.equal(await frames(animatedGif, 'png'), 1);
  },

  'renderers of one version make the same bytes of the same request, and others of another': async ({
    open,
  }) => {
    const [one, other] = [await open(), await open()];
    assert.equal(one.version, other.version);
    const first = await render(one, png, { w: '4' });
    assert.deepEqual(await render(other, png, { w: '4' }), first);
    assert.notDeepEqual((await render(one, png, { w: '3' })).bytes, first.bytes);
    assert.notDeepEqual((await render(one, jpeg, { w: '4' })).bytes, first.bytes);
  },

  'effort makes another AVIF of the same size, and changes nothing else': async ({ open }) => {
    const renderer = await open();
    const thorough = { effort: 'thorough' } as const;
    const query = { w: '320', enlarge: 'true', format: 'avif' };
    const fast = await render(renderer, jpeg, query);
    const better = await renderer.render({ ...request(jpeg, query), ...thorough }).image;
    assert.deepEqual([better.width, better.height], [fast.width, fast.height]);
    assert.notDeepEqual(better.bytes, fast.bytes);
    const still = request(jpeg, { w: '4', format: 'png' });
    assert.deepEqual(
      await renderer.render({ ...still, ...thorough }).image,
      await renderer.render(still).image,
    );
  },

  'concurrent renderings are not mixed up': async ({ open }) => {
    const renderer = await open();
    const widths = [1, 2, 3, 4, 5, 6, 7, 8];
    const images = await Promise.all(widths.map((width) => render(renderer, jpeg, { w: String(width) })));
    assert.deepEqual(
      images.map(({ width }) => width),
      widths,
    );
  },

  'what the source throws is passed on, and the next image is rendered': async ({ open }) => {
    const renderer = await open();
    const lost = new Error('The source is gone.');
    const source: ImageSource = {
      sizeInBytes: jpeg.bytes.length,
      async *read() {
        yield jpeg.bytes.slice(0, 10);
        throw lost;
      },
    };
    const failed = renderer.render({ ...request(jpeg, { w: '4' }), source });
    await assert.rejects(failed.image, (error) => error === lost);
    assert.equal((await render(renderer, jpeg, { w: '4' })).width, 4);
  },

  'a cancelled rendering is RenderCancelled, and the next image is rendered': async ({ open }) => {
    const renderer = await open();
    const source: ImageSource = {
      sizeInBytes: jpeg.bytes.length,
      async *read() {
        yield jpeg.bytes.slice(0, 10);
        await new Promise(() => undefined);
      },
    };
    const rendering = renderer.render({ ...request(jpeg, { w: '4' }), source });
    rendering.cancel();
    assert.equal((await rejection(rendering.image)).code, 'render-cancelled');
    rendering.cancel();
    assert.equal((await render(renderer, jpeg, { w: '4' })).width, 4);
  },

  'what cannot be planned is rejected as planning does': async ({ open }) => {
    const renderer = await open();
    const outside = await rejection(render(renderer, jpeg, { crop: '10,10,10,10' }));
    assert.equal(outside.code, 'invalid-input');
    const turned = await rejection(render(renderer, animatedGif, { rotate: '90' }));
    assert.equal(turned.code, 'unrenderable');
  },

  'damaged pixels are Unrenderable': async ({ open }) => {
    const renderer = await open();
    const damaged = { bytes: damagedPng.bytes, format: png.format };
    assert.equal((await rejection(render(renderer, damaged, { w: '4' }))).code, 'unrenderable');
    assert.equal((await render(renderer, png, { w: '4' })).width, 4);
  },
} satisfies Contract<ImageRenderer>;

function request({ bytes, format }: ImageFixture, query: Query): RenderRequest {
  const transform = parseTransform(query);
  const output = outputType(transform, format, () => false);
  return { holder: 'a', source: sourceOf(bytes), original: format, transform, output };
}

async function render(renderer: ImageRenderer, image: ImageFixture, query: Query): Promise<RenderedImage> {
  return await renderer.render(request(image, query)).image;
}
