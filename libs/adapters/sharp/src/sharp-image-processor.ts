import { availableParallelism } from 'node:os';
import {
  announcedType,
  countFrames,
  furtherType,
  headerSizes,
  JpegHeader,
  LEADING_BYTES,
  logicalScreen,
  MAX_FRAMES,
  type HeaderSize,
} from '@cairn/image-structure';
import {
  RendererBusy,
  RenderTimeout,
  UndecodableImage,
  Unrenderable,
  UnsupportedImageType,
  type OptionalImageType,
  type WebImageType,
} from '@cairn/images';
import type { ImageFormat, ImageProcessor, ImageRenderer, ImageSource } from '@cairn/images/spi';
import { StorageUnavailable } from '@cairn/kernel';
import type { Metadata, SharpOptions } from 'sharp';
import { DecodeQueue } from './decode-queue.js';
import { HeldBuffers } from './held-buffers.js';
import { libvips } from './libvips.js';
import { assertDecodersFor } from './rendering/further-decoders.js';
import { SharpImageRenderer } from './rendering/sharp-image-renderer.js';
import { SourceReader } from './source-reader.js';

const MAX_WORK_SECONDS = 10;
const MAX_WAITING = 256;
const MAX_WAIT_MS = 60_000;
// Leaves two of the four threads in libuv's pool to file access.
const MAX_DECODERS = 2;
const MIB = 1024 * 1024;
/** Limits the file bytes in memory, while reading and while waiting for a decoder: as much as the largest file. */
const MAX_HELD_MIB = 25;
const LARGE_PIXELS = 10_000_000;

/** The catalog enforces the pixel limit with the size from the header, before anything is decoded. */
const options: SharpOptions = { failOn: 'error', limitInputPixels: false };

const formats: Readonly<Record<WebImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

/** Limits of concurrent and queued decodings. Further ones are rejected. */
export interface DecodeLimits {
  readonly atOnce?: number | undefined;
  readonly waiting?: number | undefined;
  /** Types that are accepted besides those that browsers show. */
  readonly furtherTypes?: readonly OptionalImageType[] | undefined;
}

/** The smallest derivative. Making it decodes every pixel. */
const PROBE = { w: 1, h: 1, fit: 'fill', format: 'color' } as const;

/** Reads images with libvips. Images that need much memory or another decoder are decoded by the renderer. */
export class SharpImageProcessor implements ImageProcessor {
  private readonly readers: DecodeQueue;
  private readonly buffers = new HeldBuffers();
  private readonly decoders: DecodeQueue;
  private readonly furtherTypes: readonly OptionalImageType[];

  /** @throws {Error} if a package is missing that decodes one of `furtherTypes`. */
  constructor(
    { atOnce, waiting = MAX_WAITING, furtherTypes = [] }: DecodeLimits = {},
    private readonly renderer: ImageRenderer = new SharpImageRenderer({ processes: 1 }),
  ) {
    assertDecodersFor(furtherTypes);
    this.furtherTypes = furtherTypes;
    const permits = atOnce ?? Math.min(MAX_DECODERS, availableParallelism());
    const limits = { maxWaiting: waiting, maxWaitMs: MAX_WAIT_MS };
    this.readers = new DecodeQueue({ ...limits, permits: MAX_HELD_MIB, maxWorkMs: undefined });
    this.decoders = new DecodeQueue({ ...limits, permits, maxWorkMs: MAX_WORK_SECONDS * 1_000 });
  }

  async examine(source: ImageSource, admit: (format: ImageFormat) => void): Promise<ImageFormat> {
    const reader = new SourceReader(source);
    try {
      const leading = Buffer.from(await reader.start(LEADING_BYTES));
      const further = announcedType(leading) === undefined ? furtherType(leading) : undefined;
      if (further !== undefined) {
        const format = await this.examineFurther(reader, source, { type: further, admit });
        return await this.decodedElsewhere(source, format);
      }
      const contentType = this.acceptedType(leading);
      if (contentType === 'image/jpeg') return await examineJpeg(reader, admit);
      const examined = await this.readers.run(mebibytes(source.sizeInBytes), () =>
        this.buffers.use(source.sizeInBytes, async (buffer) => {
          // Not from libvips: it lists pages, which is slow for a million frames, and reports none for PNG.
          const frames = await countFrames(reader.copyTo(buffer), contentType);
          if (frames !== undefined && frames > MAX_FRAMES)
            throw new UndecodableImage(`it has more than ${MAX_FRAMES} frames`);
          const bytes = buffer.subarray(0, reader.copied);
          const found = await metadata(bytes);
          if (contentType === 'image/avif' && found.compression !== 'av1') throw this.unsupported();
          const format = formatOf(contentType, found, { frames, leading });
          admit(format);
          if (frames === undefined) throw cutShort();
          if (!isLargeAvif(format)) await this.decode(bytes, format);
          return format;
        }),
      );
      return isLargeAvif(examined) ? await this.decodedElsewhere(source, examined) : examined;
    } finally {
      await reader.end();
    }
  }

  private acceptedType(leading: Buffer): WebImageType {
    const announced = announcedType(leading);
    if (announced === 'avif-sequence') throw UnsupportedImageType.animatedAvif();
    if (announced === undefined) throw this.unsupported();
    return announced;
  }

  private unsupported(): UnsupportedImageType {
    return UnsupportedImageType.among(this.furtherTypes);
  }

  /** Reads only the header in this process. */
  private async examineFurther(
    reader: SourceReader,
    { sizeInBytes }: ImageSource,
    { type, admit }: { readonly type: OptionalImageType; readonly admit: (format: ImageFormat) => void },
  ): Promise<ImageFormat> {
    if (!this.furtherTypes.includes(type)) throw UnsupportedImageType.notAllowed(type);
    return await this.readers.run(mebibytes(sizeInBytes), () =>
      this.buffers.use(sizeInBytes, async (buffer) => {
        for await (const chunk of reader.copyTo(buffer)) void chunk;
        const size = await headerOf(buffer.subarray(0, reader.copied), type);
        if (size === undefined) throw new UndecodableImage('its header is damaged, or it moves');
        const format = { contentType: type, ...size, frames: 1 };
        admit(format);
        return format;
      }),
    );
  }

  private async decode(bytes: Uint8Array, { width, height, frames }: ImageFormat): Promise<void> {
    const pixels = width * height * frames;
    await this.decoders.run(pixels > LARGE_PIXELS ? Infinity : 1, () => decode(bytes));
  }

  /** Reads the source again, because the bytes are not held in memory while it waits. */
  private async decodedElsewhere(source: ImageSource, original: ImageFormat): Promise<ImageFormat> {
    try {
      await this.renderer.render({ source, original, transform: PROBE, output: 'text/plain' }).image;
    } catch (cause) {
      if (cause instanceof Unrenderable) throw new UndecodableImage('its pixels are damaged', { cause });
      if (cause instanceof RenderTimeout) throw new UndecodableImage('decoding takes too long', { cause });
      if (cause instanceof RendererBusy)
        throw new StorageUnavailable('Too many images came at once.', { cause });
      throw cause;
    }
    return original;
  }
}

/** Decoding an AVIF takes about 17 bytes per pixel. */
function isLargeAvif({ contentType, width, height }: ImageFormat): boolean {
  return contentType === 'image/avif' && width * height > LARGE_PIXELS;
}

/**
 * Does not decode the JPEG: that takes ten times as long, and decoders accept any coded pixels. Decoding a small image
 * with the same tables and scans shows whether they are valid.
 */
async function examineJpeg(reader: SourceReader, admit: (format: ImageFormat) => void): Promise<ImageFormat> {
  const header = new JpegHeader();
  const frames = await countFrames(header.collectFrom(reader.all()), 'image/jpeg');
  const format = formatOf('image/jpeg', await metadata(header.bytes()), { frames });
  admit(format);
  if (frames === undefined) throw cutShort();
  if (header.isTooLong) throw new UndecodableImage('its tables are too long');
  await decode(header.sample(), 'none'); // it has no pixels
  return format;
}

function cutShort(): UndecodableImage {
  return new UndecodableImage('the file is cut short');
}

function mebibytes(sizeInBytes: number): number {
  return Math.ceil(sizeInBytes / MIB);
}

async function headerOf(bytes: Uint8Array, type: OptionalImageType): Promise<HeaderSize | undefined> {
  if (type !== 'image/heic') return headerSizes[type](bytes);
  const { compression, width, height } = await metadata(bytes);
  if (compression !== 'hevc') throw UnsupportedImageType.notAllowed(`HEIF with ${compression ?? 'that'}`);
  // The dimensions of the decoded image are upright already.
  return { width, height, orientation: 1 };
}

function formatOf(
  contentType: WebImageType,
  { format, width, height, pages = 1, orientation = 1 }: Metadata,
  { frames = 1, leading }: { readonly frames: number | undefined; readonly leading?: Buffer },
): ImageFormat {
  if (format !== formats[contentType]) throw new UndecodableImage('its header is damaged');
  const screen = leading && contentType === 'image/gif' ? logicalScreen(leading) : { width: 0, height: 0 };
  return {
    contentType,
    width: Math.max(width, screen.width),
    height: Math.max(height, screen.height),
    frames: Math.max(pages, frames),
    orientation: orientation <= 8 ? orientation : 1,
  };
}

async function metadata(bytes: Uint8Array): Promise<Metadata> {
  try {
    return await libvips()(bytes, options).metadata();
  } catch (cause) {
    throw new UndecodableImage('the file is cut short or its header is damaged', { cause });
  }
}

/** Decodes every pixel of every frame and discards the result. libvips checks its timeout only between steps. */
async function decode(bytes: Uint8Array, failOn: SharpOptions['failOn'] = 'error'): Promise<void> {
  const image = libvips()(bytes, { ...options, failOn, pages: -1 }).timeout({ seconds: MAX_WORK_SECONDS });
  try {
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch (cause) {
    throw new UndecodableImage('its pixels are damaged', { cause });
  }
}
