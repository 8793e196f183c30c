import {
  UndecodableImage,
  UnsupportedImageType,
  type ImageFormat,
  type ImageProcessor,
  type ImageSource,
} from '@cairn/images';
import { imageSize } from 'image-size';
import { concat } from './bytes.js';
import { structures, typeOf } from './image-structure.js';

/** Reads what the header and the structure of an image tell; it decodes no pixel, so damage to them goes unnoticed. */
export class MemoryImageProcessor implements ImageProcessor {
  async identify(source: ImageSource): Promise<ImageFormat> {
    const bytes = await bytesOf(source);
    const contentType = typeOf(bytes);
    if (contentType === undefined) throw new UnsupportedImageType();
    const { width, height, orientation = 1 } = headerOf(bytes);
    if (!(width > 0 && height > 0)) throw new UndecodableImage('its header has no width or height');
    const { frames } = structures[contentType](bytes);
    return { contentType, width, height, frames, orientation: orientation <= 8 ? orientation : 1 };
  }

  async verify(source: ImageSource, format: ImageFormat): Promise<void> {
    const { whole } = structures[format.contentType](await bytesOf(source));
    if (!whole) throw new UndecodableImage('the file is cut short');
  }
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
