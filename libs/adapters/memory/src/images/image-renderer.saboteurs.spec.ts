import { describe, it } from '@jest/globals';
import { RenderCancelled, Unrenderable } from '@cairn/images';
import type { ImageRenderer, RenderedImage, RenderRequest } from '@cairn/images/spi';
import { imageRendererContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryImageRenderer } from './memory-image-renderer.js';

const open = async (): Promise<ImageRenderer> => new MemoryImageRenderer();

const saboteurs: Saboteurs<ImageRenderer, typeof imageRendererContract> = {
  'a rendered image has the size that was planned': (renderer) =>
    changing(renderer, ({ width, height }) => ({ width: Math.max(width, height) })),

  'an original is turned upright once': (renderer) =>
    changing(renderer, ({ width, height }, { original }) =>
      original.orientation > 4 ? { width: height, height: width } : {},
    ),

  'an appearance is a colour, a ThumbHash and two perceptual hashes of the image': (renderer) =>
    changing(renderer, ({ bytes }, { output }) =>
      output === 'text/plain' ? { bytes: bytes.map((byte) => (byte === 0x23 ? 0x24 : byte)) } : {},
    ),

  'an animation keeps its frames where the format has them': (renderer) =>
    changing(renderer, () => ({ frames: 1 })),

  'renderers of one version make the same bytes of the same request, and others of another': (renderer) =>
    changing(renderer, () => ({ bytes: Uint8Array.of(Math.random() * 256, Math.random() * 256) })),

  'effort makes another AVIF of the same size, and changes nothing else': (renderer) =>
    sabotaged(renderer, { render: ({ effort, ...request }) => renderer.render(request) }),

  'concurrent renderings are not mixed up': (renderer) => {
    let last: RenderedImage | undefined;
    return answering(renderer, async (image) => {
      last = await image;
      await later();
      return last;
    });
  },

  'what the source throws is passed on, and the next image is rendered': (renderer) =>
    answering(renderer, (image) =>
      image.catch((cause: unknown) => {
        throw new Unrenderable('its bytes ended', { cause });
      }),
    ),

  'a cancelled rendering is RenderCancelled, and the next image is rendered': (renderer) =>
    answering(renderer, (image) =>
      image.catch((error: unknown) => {
        throw error instanceof RenderCancelled ? new Unrenderable('it was cancelled') : error;
      }),
    ),

  'what cannot be planned is rejected as planning does': (renderer) =>
    sabotaged(renderer, {
      render: (request) => {
        const { crop, ...transform } = request.transform;
        return renderer.render({ ...request, transform: crop?.left === 10 ? transform : request.transform });
      },
    }),

  'damaged pixels are Unrenderable': (renderer) => renderer,
};

describe('the contract of image renderers', () =>
  verifyFails({ contract: imageRendererContract, subject: { open, reopen: open }, saboteurs, it }));

function changing(
  renderer: ImageRenderer,
  change: (image: RenderedImage, request: RenderRequest) => Partial<RenderedImage>,
): ImageRenderer {
  return answering(renderer, async (rendered, request) => {
    const image = await rendered;
    return { ...image, ...change(image, request) };
  });
}

/** `answer` transforms the renderer's result of a request. */
function answering(
  renderer: ImageRenderer,
  answer: (image: Promise<RenderedImage>, request: RenderRequest) => Promise<RenderedImage>,
): ImageRenderer {
  return sabotaged(renderer, {
    render: (request) => {
      const rendering = renderer.render(request);
      return { ...rendering, image: answer(rendering.image, request) };
    },
  });
}
