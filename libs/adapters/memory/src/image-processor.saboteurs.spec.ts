import { describe, it } from '@jest/globals';
import {
  UndecodableImage,
  UnsupportedImageType,
  type ImageFormat,
  type ImageProcessor,
  type ImageSource,
} from '@cairn/images';
import { imageProcessorContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryImageProcessor } from './memory-image-processor.js';

const open = async (): Promise<ImageProcessor> => new MemoryImageProcessor();

const saboteurs: Saboteurs<ImageProcessor, typeof imageProcessorContract> = {
  'an image of every accepted type tells its type and its size': (processor) =>
    identifying(processor, ({ height }) => ({ width: height })),

  'the frames of an animation are counted, a still has one': (processor) =>
    identifying(processor, () => ({ frames: 1 })),

  'the EXIF orientation is told and turns neither width nor height': (processor) =>
    identifying(processor, ({ width, height, orientation }) =>
      orientation > 4 ? { width: height, height: width } : {},
    ),

  'without an orientation from 1 to 8 an image stands upright': (processor) =>
    identifying(processor, ({ orientation }) => ({ orientation: orientation === 1 ? 0 : orientation })),

  'a whole image passes': (processor) =>
    sabotaged(processor, {
      verify: async (_source, { frames }) => {
        if (frames > 1) throw new UndecodableImage('it moves');
      },
    }),

  'bytes behind the end of a JPEG do not matter': (processor) =>
    sabotaged(processor, {
      verify: async (source) => {
        let last: number | undefined;
        for await (const piece of source.read()) last = piece.at(-1);
        if (last !== 0xd9) throw new UndecodableImage('it ends otherwise');
      },
    }),

  'an image in a file is read as one in memory, and the name of the file means nothing': (processor) =>
    sabotaged(processor, {
      identify: async (source) => {
        if (source.file?.endsWith('.svg')) throw new UnsupportedImageType();
        return processor.identify(source);
      },
    }),

  'bytes of no accepted type are UnsupportedImageType from the start': (processor) =>
    sabotaged(processor, {
      identify: (source) =>
        processor.identify(source).catch((cause: unknown) => {
          throw new UndecodableImage('it is', { cause });
        }),
    }),

  'bytes that begin as an image and do not go on as one are UndecodableImage': (processor) =>
    sabotaged(processor, { verify: async () => undefined }),

  'an image that lacks its last byte is UndecodableImage': (processor) =>
    sabotaged(processor, { verify: (source, format) => processor.verify(continued(source), format) }),

  'an image whose pixels are damaged or missing is UndecodableImage': (processor) => processor,

  'an image in a file is refused as one in memory': (processor) =>
    sabotaged(processor, {
      verify: async (source, format) => {
        if (source.file === undefined) await processor.verify(source, format);
      },
    }),

  'too large an image tells its size': (processor) =>
    identifying(processor, ({ width }) => {
      if (width > 16_000) throw new UndecodableImage('it is too large');
      return {};
    }),

  'many images at once are not taken for one another': (processor) => {
    let last: ImageFormat | undefined;
    return sabotaged(processor, {
      identify: async (source) => {
        last = await processor.identify(source);
        await later();
        return last;
      },
      verify: async () => undefined,
    });
  },
};

describe('the contract of image processors', () =>
  verifyFails({ contract: imageProcessorContract, subject: { open, reopen: open }, saboteurs, it }));

function identifying(
  processor: ImageProcessor,
  change: (format: ImageFormat) => Partial<ImageFormat>,
): ImageProcessor {
  return sabotaged(processor, {
    identify: async (source) => {
      const format = await processor.identify(source);
      return { ...format, ...change(format) };
    },
  });
}

/** The source with the last byte of a JPEG behind it. */
function continued(source: ImageSource): ImageSource {
  return {
    file: undefined,
    async *read() {
      yield* source.read();
      yield Uint8Array.of(0xd9);
    },
  };
}
