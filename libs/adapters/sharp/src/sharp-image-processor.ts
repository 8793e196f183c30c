import { availableParallelism } from 'node:os';
import { announcedType, countFrames, LEADING_BYTES, logicalScreen, MAX_FRAMES } from '@cairn/image-structure';
import {
  UndecodableImage,
  UnsupportedImageType,
  type ImageFormat,
  type ImageProcessor,
  type ImageSource,
  type ImageType,
} from '@cairn/images';
import sharp, { type Metadata, type SharpOptions } from 'sharp';
import { DecodeQueue } from './decode-queue.js';
import { SourceReader } from './source-reader.js';

const MAX_WORK_SECONDS = 10;
const MAX_WAITING = 256;
const MAX_WAIT_MS = 60_000;
// Leaves two of the four threads in libuv's pool to file access.
const MAX_DECODERS = 2;
const MIB = 1024 * 1024;
/** How much of files is held in memory at once, while they are read and while they wait for a decoder. */
const MAX_HELD_MIB = 50;
const LARGE_PIXELS = 10_000_000;

/** The catalog enforces the pixel limit with the size from the header, before anything is decoded. */
const options: SharpOptions = { failOn: 'error', limitInputPixels: false };

const formats: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

/** For a JPEG, which is not decoded. Longer headers are rare. */
const HEAD_BYTES = 256 * 1024;

/** How many images are decoded at once and how many may wait. Any more are rejected. */
export interface DecodeLimits {
  readonly atOnce?: number | undefined;
  readonly waiting?: number | undefined;
}

/** Reads images with libvips. */
export class SharpImageProcessor implements ImageProcessor {
  private readonly readers: DecodeQueue;
  private readonly longHeaders: DecodeQueue;
  private readonly decoders: DecodeQueue;

  constructor({ atOnce, waiting = MAX_WAITING }: DecodeLimits = {}) {
    const permits = atOnce ?? Math.min(MAX_DECODERS, availableParallelism());
    const limits = { maxWaiting: waiting, maxWaitMs: MAX_WAIT_MS };
    this.readers = new DecodeQueue({ ...limits, permits: MAX_HELD_MIB, maxWorkMs: undefined });
    this.longHeaders = new DecodeQueue({ ...limits, permits: 1, maxWorkMs: undefined });
    this.decoders = new DecodeQueue({ ...limits, permits, maxWorkMs: MAX_WORK_SECONDS * 1_000 });
  }

  async examine(source: ImageSource, admit: (format: ImageFormat) => void): Promise<ImageFormat> {
    const reading = new SourceReader(source);
    try {
      const leading = Buffer.from(await reading.start(LEADING_BYTES));
      const contentType = acceptedType(leading);
      const isJpeg = contentType === 'image/jpeg';
      const keep = isJpeg ? HEAD_BYTES : source.sizeInBytes;
      return await this.readers.run(mebibytes(keep), async () => {
        // Not from libvips: it lists pages, which is slow for a million frames, and reports none for PNG.
        const frames = await countFrames(reading.all(keep), contentType);
        if (frames !== undefined && frames > MAX_FRAMES)
          throw new UndecodableImage(`it has more than ${MAX_FRAMES} frames`);
        const header = await this.headerOf(reading.bytes, { source, isJpeg });
        const format = formatOf(contentType, header, { frames, leading });
        admit(format);
        if (frames === undefined) throw new UndecodableImage('the file is cut short');
        await this.decode(reading.bytes, format);
        return format;
      });
    } finally {
      await reading.end();
    }
  }

  /** Of a JPEG whose header does not fit in what was kept, all bytes are read again, one such file at a time. */
  private async headerOf(
    bytes: Buffer,
    { source, isJpeg }: { readonly source: ImageSource; readonly isJpeg: boolean },
  ): Promise<Metadata> {
    if (!isJpeg || bytes.length < HEAD_BYTES) return await metadata(bytes);
    return await metadata(bytes).catch(() =>
      this.longHeaders.run(1, async () => {
        const reading = new SourceReader(source);
        try {
          return await metadata(await reading.start(source.sizeInBytes));
        } finally {
          await reading.end();
        }
      }),
    );
  }

  private async decode(bytes: Buffer, { contentType, width, height, frames }: ImageFormat): Promise<void> {
    // Decoding a JPEG takes ten times as long and finds little more: its data has no checksum.
    if (contentType === 'image/jpeg') return;
    const pixels = width * height * frames;
    // Decoding an AVIF takes about 17 bytes per pixel.
    if (contentType === 'image/avif' && pixels > LARGE_PIXELS) return;
    await this.decoders.run(pixels > LARGE_PIXELS ? Infinity : 1, () => decode(bytes));
  }
}

function mebibytes(sizeInBytes: number): number {
  return Math.ceil(sizeInBytes / MIB);
}

function acceptedType(leading: Buffer): ImageType {
  const announced = announcedType(leading);
  if (announced === 'avif-sequence') throw UnsupportedImageType.animatedAvif();
  if (announced === undefined) throw new UnsupportedImageType();
  return announced;
}

function formatOf(
  contentType: ImageType,
  { format, compression, width, height, pages = 1, orientation = 1 }: Metadata,
  { frames = 1, leading }: { readonly frames: number | undefined; readonly leading: Buffer },
): ImageFormat {
  if (format !== formats[contentType]) throw new UndecodableImage('its header is damaged');
  if (contentType === 'image/avif' && compression !== 'av1') throw new UnsupportedImageType();
  const screen = contentType === 'image/gif' ? logicalScreen(leading) : { width: 0, height: 0 };
  return {
    contentType,
    width: Math.max(width, screen.width),
    height: Math.max(height, screen.height),
    frames: Math.max(pages, frames),
    orientation: orientation <= 8 ? orientation : 1,
  };
}

async function metadata(bytes: Buffer): Promise<Metadata> {
  try {
    return await sharp(bytes, options).metadata();
  } catch (cause) {
    throw new UndecodableImage('the file is cut short or its header is damaged', { cause });
  }
}

/** Decodes every pixel of every frame and discards the result. libvips checks its timeout only between steps. */
async function decode(bytes: Buffer): Promise<void> {
  const image = sharp(bytes, { ...options, pages: -1 }).timeout({ seconds: MAX_WORK_SECONDS });
  try {
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch (cause) {
    throw new UndecodableImage('its pixels are damaged', { cause });
  }
}
