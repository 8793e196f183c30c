import { furtherType, type FurtherType } from '../optional-types.js';
import { announcedType, type ImageType, LEADING_BYTES } from '../leading-bytes.js';
import { avifMetadata } from './avif.js';
import { bmpMetadata } from './bmp.js';
import type { Edit } from './edits.js';
import type { PhotoFacts } from './exif.js';
import { Findings } from './findings.js';
import type { MetadataKind } from './metadata-kind.js';
import { gifMetadata } from './gif.js';
import { jpegMetadata } from './jpeg.js';
import { jxlMetadata } from './jxl.js';
import { pngMetadata } from './png.js';
import type { MetadataWalk, Place } from './walk.js';
import { Walker } from './walker.js';
import { webpMetadata } from './webp.js';

const walks: Readonly<Record<ImageType | FurtherType, (place: Place, found: Findings) => MetadataWalk>> = {
  'image/jpeg': jpegMetadata,
  'image/png': pngMetadata,
  'image/webp': webpMetadata,
  'image/gif': gifMetadata,
  'image/avif': avifMetadata,
  'image/heic': avifMetadata,
  'image/jxl': jxlMetadata,
  'image/tiff': tiffMetadata,
  'image/bmp': bmpMetadata,
};

/** The content of an image besides its pixels. */
export interface ImageMetadata {
  /** The removable kinds, in alphabetical order. */
  readonly kinds: readonly MetadataKind[];
  /** The facts in EXIF about the photo. */
  readonly facts: PhotoFacts;
  /** Whether the walk reached the end of the image. Otherwise there may be more. */
  readonly isWhole: boolean;
  /** Whether it has more parts than the limit. */
  readonly hasTooManyParts: boolean;
  /**
   * Sorted edits that remove all of it, and keep an existing EXIF orientation (1 to 8). Pixels, colour profile and
   * resolution keep their bytes.
   */
  editsFor(orientation: number): readonly Edit[];
}

/** Reads the metadata of an image from its stream of chunks. Buffers at most a megabyte. */
export class MetadataReader {
  private readonly found = new Findings();
  private ahead: Uint8Array[] = [];
  private aheadBytes = 0;
  private walker: Walker | undefined;
  private isUnknown = false;
  private readBytes = 0;

  /** Passes the chunks through, and inspects each. */
  async *readFrom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
    this.begin();
    this.walker?.end();
    const { found, walker, readBytes } = this;
    if (walker?.outcome === true && readBytes > walker.offset)
      found.cut({ start: walker.offset, end: Infinity }, 'trailing-data');
  }

  /** The result, once all chunks have passed. */
  get metadata(): ImageMetadata {
    const { found, walker } = this;
    const isWhole = walker?.outcome === true;
    const editsFor = (orientation: number): readonly Edit[] => found.editsFor(orientation);
    const hasTooManyParts = walker?.hasGivenUp === true;
    return { kinds: found.kinds, facts: found.facts, isWhole, hasTooManyParts, editsFor };
  }

  private add(chunk: Uint8Array): void {
    this.readBytes += chunk.length;
    if (this.walker !== undefined) this.walker.feed(chunk);
    else if (!this.isUnknown) {
      this.ahead.push(chunk.slice());
      this.aheadBytes += chunk.length;
      if (this.aheadBytes >= LEADING_BYTES) this.begin();
    }
  }

  private begin(): void {
    const { ahead } = this;
    if (ahead.length === 0) return;
    this.ahead = [];
    const leading = Uint8Array.from(ahead.flatMap((chunk) => [...chunk.subarray(0, LEADING_BYTES)]));
    const type = announcedType(leading) ?? furtherType(leading);
    if (type === undefined || type === 'avif-sequence') {
      this.isUnknown = true;
      return;
    }
    this.walker = new Walker((place) => walks[type](place, this.found));
    for (const chunk of ahead) this.walker.feed(chunk);
  }
}

/** Metadata of a TIFF can be anywhere, even before the data that locates it, so it is not searched. */
function* tiffMetadata(): MetadataWalk {
  yield { skip: Infinity };
  return true;
}
