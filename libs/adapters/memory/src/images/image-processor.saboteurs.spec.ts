import { describe, it } from '@jest/globals';
import { UndecodableImage, UnsupportedImageType } from '@cairn/images';
import type { ImageFormat, ImageProcessor, ImageSource } from '@cairn/images/spi';
import { imageProcessorContract, later, sabotaged, verifyFails, type Saboteurs } from '@cairn/testkit';
import { MemoryImageProcessor } from './memory-image-processor.js';

const open = async (): Promise<ImageProcessor> => new MemoryImageProcessor();

const saboteurs: Saboteurs<ImageProcessor, typeof imageProcessorContract> = {
  'type and size of every accepted type are detected': (processor) =>
    identifying(processor, ({ height }) => ({ width: height })),

  'the types that it tells are those that it accepts': (processor) =>
    sabotaged(processor, { types: processor.types.slice(1) }),

  'the frames of an animation are counted, a still has one': (processor) =>
    identifying(processor, () => ({ frames: 1 })),

  'the EXIF orientation is returned and does not swap width and height': (processor) =>
    identifying(processor, ({ width, height, orientation }) =>
      orientation > 4 ? { width: height, height: width } : {},
    ),

  'an orientation other than 1 to 8 is returned as 1': (processor) =>
    identifying(processor, ({ orientation }) => ({ orientation: orientation === 1 ? 0 : orientation })),

  'a whole image passes': (processor) =>
    sabotaged(processor, {
      examine: async (source, admit, holder) => {
        const format = await processor.examine(source, admit, holder);
        if (format.frames > 1) throw new UndecodableImage('it moves');
        return format;
      },
    }),

  'bytes behind the end of a JPEG do not matter': (processor) =>
    sabotaged(processor, {
      examine: async (source, admit, holder) => {
        let last: number | undefined;
        for await (const piece of source.read()) last = piece.at(-1);
        if (last !== 0xd9) throw new UndecodableImage('it ends otherwise');
        return await processor.examine(source, admit, holder);
      },
    }),

  'the logical screen of a GIF is its size, however small its frames are': (processor) =>
    identifying(processor, ({ width }) => (width > 60_000 ? { width: 1, height: 1 } : {})),

  'a source is read once and no further than to its end': (processor) =>
    sabotaged(processor, {
      examine: async (source, admit, holder) => {
        await processor.examine(source, () => undefined, holder);
        return await processor.examine(source, admit, holder);
      },
    }),

  'a rejection by size is passed on, and no pixel is decoded': (processor) =>
    sabotaged(processor, {
      examine: async (source, admit, holder) => {
        const format = await processor.examine(source, () => undefined, holder);
        if (format.height === 5) throw new UndecodableImage('its pixels are damaged');
        admit(format);
        return format;
      },
    }),

  'an AVIF image sequence is refused as one': (processor) =>
    sabotaged(processor, {
      examine: (source, admit, holder) =>
        processor.examine(source, admit, holder).catch((error: unknown) => {
          throw error instanceof UnsupportedImageType ? new UnsupportedImageType() : error;
        }),
    }),

  'bytes of no accepted type are UnsupportedImageType from the start': (processor) =>
    sabotaged(processor, {
      examine: (source, admit, holder) =>
        processor.examine(source, admit, holder).catch((cause: unknown) => {
          throw cause instanceof UnsupportedImageType ? new UndecodableImage('it is', { cause }) : cause;
        }),
    }),

  'bytes that begin as an image and do not go on as one are UndecodableImage': (processor) =>
    forgiving(processor),

  'an image that lacks its end marker, or a part of it, passes': (processor) =>
    sabotaged(processor, {
      examine: async (source, admit, holder) => {
        const format = await processor.examine(source, admit, holder);
        const ends: Partial<Record<string, number>> = { 'image/jpeg': 0xd9, 'image/gif': 0x3b };
        let last: number | undefined;
        for await (const piece of source.read()) last = piece.at(-1);
        if ((ends[format.contentType] ?? last) !== last) throw new UndecodableImage('it ends otherwise');
        return format;
      },
    }),

  'an image that lacks the byte before its end marker is UndecodableImage': (processor) =>
    sabotaged(processor, {
      examine: (source, admit, holder) => processor.examine(continued(source), admit, holder),
    }),

  'an image whose pixels are damaged or missing is UndecodableImage': (processor) => processor,

  'an oversized image is rejected with its size': (processor) =>
    identifying(processor, ({ width }) => {
      if (width > 16_000) throw new UndecodableImage('it is too large');
      return {};
    }),

  'concurrent images are not mixed up': (processor) => {
    let last: ImageFormat | undefined;
    return sabotaged(processor, {
      examine: async (source, admit, holder) => {
        last = await processor.examine(source, admit, holder);
        await later();
        return last;
      },
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
    examine: async (source, admit, holder) => {
      const changed = (format: ImageFormat): ImageFormat => ({ ...format, ...change(format) });
      return changed(await processor.examine(source, (format) => admit(changed(format)), holder));
    },
  });
}

/** Ignores a rejection by the processor after the image was admitted. */
function forgiving(processor: ImageProcessor): ImageProcessor {
  return sabotaged(processor, {
    examine: async (source, admit, holder) => {
      let admitted: ImageFormat | undefined;
      const attempt = processor.examine(
        source,
        (format) => {
          admit(format);
          admitted = format;
        },
        holder,
      );
      return await attempt.catch((error: unknown) => {
        if (admitted === undefined) throw error;
        return admitted;
      });
    },
  });
}

/** The source followed by the last byte of a JPEG. */
function continued(source: ImageSource): ImageSource {
  return {
    sizeInBytes: source.sizeInBytes + 1,
    async *read() {
      yield* source.read();
      yield Uint8Array.of(0xd9);
    },
  };
}
