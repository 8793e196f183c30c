import { announcedType, countFrames, MAX_FRAMES, pixelsEnd } from '@cairn/image-structure';
import { UndecodableImage, UnsupportedImageType, WEB_TYPES, type WebImageType } from '@cairn/images';
import type { ImageFormat, ImageProcessor, ImageSource } from '@cairn/images/spi';
import { imageSize } from 'image-size';
import { concat } from '../blobs/memory-blob-store.js';

/** Reads headers and structure only. It decodes no pixels, so damaged pixels go unnoticed. */
export class MemoryImageProcessor implements ImageProcessor {
  readonly types = WEB_TYPES;

  async examine(source: ImageSource, admit: (format: ImageFormat) => void): Promise<ImageFormat> {
    const bytes = await bytesOf(source);
    const contentType = acceptedType(bytes);
    const { width, height, orientation = 1 } = headerOf(bytes);
    if (!(width > 0 && height > 0)) throw new UndecodableImage('its header has no width or height');
    const frames = await countFrames([bytes], contentType);
    if (frames !== undefined && frames > MAX_FRAMES)
      throw new UndecodableImage(`it has more than ${MAX_FRAMES} frames`);
    const format = {
      contentType,
      width,
      height,
      frames: frames ?? 1,
      orientation: orientation <= 8 ? orientation : 1,
    };
    admit(format);
    if (frames === undefined && !(await hasPixels(source, contentType)))
      throw new UndecodableImage('the file is cut short');
    return format;
  }
}

/** Whether only the end marker of a JPEG is missing. */
async function hasPixels(source: ImageSource, type: WebImageType): Promise<boolean> {
  return type === 'image/jpeg' && (await pixelsEnd(source.read())) !== undefined;
}

function acceptedType(bytes: Uint8Array): WebImageType {
  const announced = announcedType(bytes);
  if (announced === 'avif-sequence') throw UnsupportedImageType.animatedAvif();
  if (announced === undefined) throw new UnsupportedImageType();
  return announced;
}

function headerOf(bytes: Uint8Array): ReturnType<typeof imageSize> {
  try {
    return imageSize(bytes);
  } catch (cause) {
    throw new UndecodableImage('the file is cut short or its header is damaged', { cause });
  }
}

async function bytesOf(source: ImageSource): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of source.read()) pieces.push(piece);
  return concat(pieces);
}
