import { availableParallelism } from 'node:os';
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
import { countFrames } from './frames.js';
import { announcedType } from './leading-bytes.js';
import { restrictLibvips } from './libvips.js';

const MAX_WORK_SECONDS = 10;
const MAX_WAITING = 256;
const MAX_WAIT_MS = 60_000;
// Of the four threads that Node.js has for work like this, two stay free for files.
const MAX_DECODERS = 2;
const LARGE_PIXELS = 10_000_000;

/** The pixel limit is the catalog's to set; it comes from the header before anything is decoded. */
const reading: SharpOptions = { failOn: 'error', limitInputPixels: false };

const formats: Readonly<Record<ImageType, string>> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
};

/** Types whose header is told from their first bytes alone, as nothing counts the pixels that follow. */
const headed: ReadonlySet<ImageType> = new Set(['image/jpeg', 'image/png']);
const HEAD_BYTES = 256 * 1024;

const animated: ReadonlySet<ImageType> = new Set(['image/gif', 'image/webp', 'image/png']);

/** How many images are decoded at once, and how many wait for it; one more is refused. */
export interface DecodeLimits {
  readonly atOnce?: number | undefined;
  readonly waiting?: number | undefined;
}

/** Reads images with libvips, which it restricts to the accepted types for the whole process. */
export class SharpImageProcessor implements ImageProcessor {
  private readonly decoders: DecodeQueue;

  constructor({ atOnce, waiting = MAX_WAITING }: DecodeLimits = {}) {
    this.decoders = new DecodeQueue({
      permits: atOnce ?? Math.min(MAX_DECODERS, availableParallelism()),
      maxWaiting: waiting,
      maxWaitMs: MAX_WAIT_MS,
      maxWorkMs: MAX_WORK_SECONDS * 1_000,
    });
    restrictLibvips();
  }

  async identify(source: ImageSource): Promise<ImageFormat> {
    const contentType = await announcedType(source);
    if (contentType === undefined) throw new UnsupportedImageType();
    // libvips lists something for each frame, which takes it long when there are a million, and none of a PNG's.
    const walked = animated.has(contentType) ? await countFrames(source, contentType) : undefined;
    const {
      format,
      compression,
      width,
      height,
      pages = 1,
      orientation = 1,
    } = await this.headerOf(source, contentType);
    if (format !== formats[contentType]) throw new UndecodableImage('its header is damaged');
    if (contentType === 'image/avif' && compression !== 'av1') throw new UnsupportedImageType();
    const frames = Math.max(pages, walked ?? 1);
    return { contentType, width, height, frames, orientation: orientation <= 8 ? orientation : 1 };
  }

  async verify(source: ImageSource, format: ImageFormat): Promise<void> {
    const { contentType, width, height, frames } = format;
    if ((await countFrames(source, contentType)) === undefined)
      throw new UndecodableImage('the file is cut short');
    // To decode a JPEG takes ten times as long, and finds little more: its code has no checksum.
    if (contentType === 'image/jpeg') return;
    const pixels = width * height * frames;
    // An AVIF takes some 17 bytes a pixel to decode.
    if (contentType === 'image/avif' && pixels > LARGE_PIXELS) return;
    await this.decoders.runOn(pixels > LARGE_PIXELS ? MAX_DECODERS : 1, () => inputOf(source), decode);
  }

  /** Bytes that are not in a file are read no further than it takes, and whole only when their turn has come. */
  private async headerOf(source: ImageSource, contentType: ImageType): Promise<Metadata> {
    if (source.file !== undefined) return await metadata(source.file);
    const head = headed.has(contentType)
      ? await metadata(await bytesOf(source, HEAD_BYTES)).catch(() => undefined)
      : undefined;
    return head ?? (await this.decoders.runOn(1, () => bytesOf(source), metadata));
  }
}

async function metadata(input: string | Buffer): Promise<Metadata> {
  try {
    return await sharp(input, reading).metadata();
  } catch (cause) {
    throw new UndecodableImage('the file is cut short or its header is damaged', { cause });
  }
}

/** Decodes every pixel of every frame and keeps nothing of them; libvips looks at the time only between its steps. */
async function decode(input: string | Buffer): Promise<void> {
  const image = sharp(input, { ...reading, pages: -1 }).timeout({ seconds: MAX_WORK_SECONDS });
  try {
    await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer();
  } catch (cause) {
    throw new UndecodableImage('its pixels are damaged', { cause });
  }
}

async function inputOf(source: ImageSource): Promise<string | Buffer> {
  return source.file ?? (await bytesOf(source));
}

/** All bytes, or as many pieces of them as it takes to have `enough`. */
async function bytesOf(source: ImageSource, enough = Number.POSITIVE_INFINITY): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source.read()) {
    pieces.push(piece);
    length += piece.length;
    if (length >= enough) break;
  }
  return Buffer.concat(pieces);
}
