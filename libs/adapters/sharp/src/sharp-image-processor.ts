import { availableParallelism } from 'node:os';
import {
  announcedType,
  countFrames,
  furtherType,
  headerSizes,
  heifPicture,
  JpegHeader,
  LEADING_BYTES,
  logicalScreen,
  MAX_FRAMES,
  pixelsEnd,
  type HeaderSize,
} from '@cairn/image-structure';
import {
  RendererBusy,
  RenderTimeout,
  UndecodableImage,
  Unrenderable,
  UnsupportedImageType,
  isWebType,
  WEB_TYPES,
  type ImageType,
  type OptionalImageType,
  type WebImageType,
} from '@cairn/images';
import type { ImageFormat, ImageProcessor, ImageRenderer, ImageSource } from '@cairn/images/spi';
import { StorageUnavailable, type Queue } from '@cairn/kernel';
import type { Metadata } from 'sharp';
import { DecodeQueue } from './decode-queue.js';
import { HeldBuffers, mebibytes } from './held-buffers.js';
import { cutShort, decode, MAX_WORK_SECONDS, metadata } from './decode-pixels.js';
import { assertDecodersFor, decodableByDefault } from './rendering/further-decoders.js';
import { SharpImageRenderer } from './rendering/sharp-image-renderer.js';
import { SourceReader } from './source-reader.js';
import { refuseTails } from './webp-tails.js';

const MAX_WAITING = 256;
const MAX_WAIT_MS = 60_000;
// Leaves two of the four threads in libuv's pool to file access.
const MAX_DECODERS = 2;
/**
 * Limits the file bytes in memory, while reading and while waiting for a decoder: as much as the largest file, plus the
 * same amount for other holders.
 */
const MAX_HELD_MIB = 25;
/** Larger images are decoded one at a time, for their memory. */
const LARGE_PIXELS = 10_000_000;

const formats: Readonly<Record<WebImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

/** Limits of concurrent and queued decodings. Further ones are rejected. */
export interface DecodeLimits {
  /** For one holder. Other holders have one more. */
  readonly atOnce?: number | undefined;
  readonly waiting?: number | undefined;
  /** Types that are accepted besides those that browsers show. Default: HEIC, if its decoder is installed. */
  readonly furtherTypes?: readonly OptionalImageType[] | undefined;
}

/** The smallest derivative. Making it decodes every pixel. */
const PROBE = { w: 1, h: 1, fit: 'fill', format: 'color' } as const;

/** Reads images with libvips. Images that need much memory or another decoder are decoded by the renderer. */
export class SharpImageProcessor implements ImageProcessor {
  private readonly readers: DecodeQueue;
  private readonly buffers = new HeldBuffers();
  private readonly decoders: DecodeQueue;
  private readonly largeImages: DecodeQueue;
  readonly types: readonly ImageType[];
  readonly queues: readonly Queue[];

  /** @throws {Error} if a package is missing that decodes one of `furtherTypes`. */
  constructor(
    { atOnce, waiting = MAX_WAITING, furtherTypes = decodableByDefault() }: DecodeLimits = {},
    private readonly renderer: ImageRenderer = new SharpImageRenderer({ processes: 1 }),
  ) {
    assertDecodersFor(furtherTypes);
    this.types = [...WEB_TYPES, ...furtherTypes];
    const permits = atOnce ?? Math.min(MAX_DECODERS, availableParallelism());
    const limits = { maxWaiting: waiting, maxWaitMs: MAX_WAIT_MS, maxWorkMs: undefined };
    this.readers = new DecodeQueue({ ...limits, permits: MAX_HELD_MIB, reserved: MAX_HELD_MIB });
    this.largeImages = new DecodeQueue({ ...limits, permits: 1 });
    this.decoders = new DecodeQueue({ ...limits, permits, reserved: 1, maxWorkMs: MAX_WORK_SECONDS * 1_000 });
    this.queues = [this.readers, this.decoders, this.largeImages];
  }

  async examine(
    source: ImageSource,
    admit: (format: ImageFormat) => void,
    holder: string,
  ): Promise<ImageFormat> {
    const reader = new SourceReader(source);
    try {
      const leading = Buffer.from(await reader.start(LEADING_BYTES));
      const further = announcedType(leading) === undefined ? furtherType(leading) : undefined;
      if (further !== undefined) {
        const format = await this.examineFurther(reader, source, { type: further, admit, holder });
        return await this.decodedElsewhere(source, format, holder);
      }
      const contentType = this.acceptedType(leading);
      if (contentType === 'image/jpeg') return await examineJpeg(source, reader, admit);
      const examined = await this.readers.run({ holder, permits: mebibytes(source.sizeInBytes) }, () =>
        this.buffers.use(source.sizeInBytes, async (buffer) => {
          // Not from libvips: it lists pages, which is slow for a million frames, and reports none for PNG.
          const frames = await countFrames(reader.copyTo(buffer), contentType);
          if (frames !== undefined && frames > MAX_FRAMES)
            throw new UndecodableImage(`it has more than ${MAX_FRAMES} frames`);
          const bytes = buffer.subarray(0, reader.copied);
          const found = await metadata(bytes);
          // Not from libvips, which goes by the first brand.
          if (contentType === 'image/avif' && heifPicture(bytes)?.coding !== 'av01') throw this.unsupported();
          const format = formatOf(contentType, found, { frames, leading });
          admit(format);
          if (frames === undefined) throw cutShort();
          if (!isLargeAvif(format)) await this.decode(bytes, format, holder);
          if (contentType === 'image/webp')
            await refuseTails(bytes, (part) => this.decode(part, format, holder));
          return format;
        }),
      );
      return isLargeAvif(examined) ? await this.decodedElsewhere(source, examined, holder) : examined;
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
    return UnsupportedImageType.among(this.types.filter((type) => !isWebType(type)));
  }

  /** Reads only the header in this process. */
  private async examineFurther(
    reader: SourceReader,
    { sizeInBytes }: ImageSource,
    {
      type,
      admit,
      holder,
    }: {
      readonly type: OptionalImageType;
      readonly admit: (format: ImageFormat) => void;
      readonly holder: string;
    },
  ): Promise<ImageFormat> {
    if (!this.types.includes(type)) throw UnsupportedImageType.notAllowed(type);
    return await this.readers.run({ holder, permits: mebibytes(sizeInBytes) }, () =>
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

  private async decode(
    bytes: Uint8Array,
    { width, height, frames }: ImageFormat,
    holder: string,
  ): Promise<void> {
    const decoded = (): Promise<void> => this.decoders.run({ holder }, () => decode(bytes));
    if (width * height * frames <= LARGE_PIXELS) await decoded();
    else await this.largeImages.run({ holder }, decoded);
  }

  /** Reads the source again, because the bytes are not held in memory while it waits. */
  private async decodedElsewhere(
    source: ImageSource,
    original: ImageFormat,
    holder: string,
  ): Promise<ImageFormat> {
    const request = { holder, source, original, transform: PROBE, output: 'text/plain' } as const;
    try {
      await this.renderer.render(request).image;
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
async function examineJpeg(
  source: ImageSource,
  reader: SourceReader,
  admit: (format: ImageFormat) => void,
): Promise<ImageFormat> {
  const header = new JpegHeader();
  const frames = await countFrames(header.collectFrom(reader.all()), 'image/jpeg');
  const format = formatOf('image/jpeg', await metadata(header.bytes()), { frames });
  admit(format);
  const end = frames === undefined ? await pixelsEnd(source.read()) : Infinity;
  if (end === undefined) throw cutShort();
  if (header.isTooLong) throw new UndecodableImage('its tables are too long');
  await decode(header.sample(end), 'none'); // it has no pixels
  return format;
}

async function headerOf(bytes: Uint8Array, type: OptionalImageType): Promise<HeaderSize | undefined> {
  if (type !== 'image/heic') return headerSizes[type](bytes);
  const { width, height } = await metadata(bytes);
  const coding = heifPicture(bytes)?.coding;
  if (coding !== 'hvc1') throw UnsupportedImageType.notAllowed(`HEIF with ${coding ?? 'that'}`);
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
