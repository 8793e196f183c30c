import type { PhotoFacts, PhotoRemarks } from '../photo/photo-facts.js';
import { furtherType, type FurtherType } from '../optional-types.js';
import { announcedType, type ImageType, LEADING_BYTES } from '../leading-bytes.js';
import { followPixels } from '../jpeg-scans/coded-pixels.js';
import { avifMetadata } from './avif.js';
import { bmpMetadata } from './bmp.js';
import type { Edit } from '../edits.js';
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

const END_OF_IMAGE = Uint8Array.of(0xff, 0xd9);

/** The content of an image besides its pixels. */
export interface ImageMetadata {
  /** The removable kinds, in alphabetical order. */
  readonly kinds: readonly MetadataKind[];
  /** The facts in EXIF and XMP about the photo. */
  readonly facts: PhotoFacts;
  /** What EXIF and XMP have that somebody wrote of the photo. */
  readonly remarks: PhotoRemarks;
  /** EXIF's in a JPEG, PNG or WebP, from 1 to 8; 1 in other files. */
  readonly orientation: number;
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
  private type: ImageType | FurtherType | undefined;
  private isUnknown = false;
  private readBytes = 0;

  /**
   * @param pixelsEnd The end of the pixels in a JPEG that has no end marker. The image gets a marker there, which
   * replaces everything that follows.
   */
  constructor(private readonly pixelsEnd?: number) {}

  /** Passes the chunks through, and inspects each. */
  async *readFrom(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.add(chunk);
      yield chunk;
    }
    this.begin();
    if (this.pixelsEnd !== undefined) this.endAt(this.pixelsEnd);
    this.walker?.end();
    const { found, walker, readBytes, pixelsEnd } = this;
    if (pixelsEnd === undefined && walker?.outcome === true && readBytes > walker.offset)
      found.cut({ start: walker.offset, end: Infinity }, 'trailing-data');
  }

  /** The result, once all chunks have passed. */
  get metadata(): ImageMetadata {
    const { found, walker } = this;
    const isWhole = walker?.outcome === true;
    const editsFor = (orientation: number): readonly Edit[] => found.editsFor(orientation);
    const hasTooManyParts = walker?.hasGivenUp === true;
    const { kinds, facts, remarks, orientation } = found;
    return { kinds, facts, remarks, orientation, isWhole, hasTooManyParts, editsFor };
  }

  /**
   * The result, including bytes that belong to no part of the structure. The bytes of a JPEG are read again, to follow
   * its pixels. If it has all its pixels but no end marker, as phones write it, they are read twice. `undefined` if the
   * content of the file cannot be determined.
   */
  async complete(read: () => AsyncIterable<Uint8Array>): Promise<ImageMetadata | undefined> {
    const { isWhole } = this.metadata;
    if (this.type !== 'image/jpeg') return isWhole ? this.metadata : undefined;
    const pixels = await followPixels(read());
    if (pixels === undefined) return undefined;
    if (isWhole && pixels.hasEndMarker) return this.without(pixels.unread);
    if (pixels.end === undefined) return undefined;
    const reader = new MetadataReader(pixels.end);
    for await (const chunk of reader.readFrom(read())) void chunk;
    return reader.metadata.isWhole ? reader.without(pixels.unread) : undefined;
  }

  private without(unread: readonly Edit[]): ImageMetadata {
    for (const { bytes, ...range } of unread) this.found.cut(range, 'application-data', bytes);
    return this.metadata;
  }

  private endAt(offset: number): void {
    this.walker?.feed(END_OF_IMAGE);
    if (this.readBytes > offset)
      this.found.cut({ start: offset, end: Infinity }, 'trailing-data', END_OF_IMAGE);
    else this.found.complete({ start: offset, end: offset }, END_OF_IMAGE);
  }

  private add(whole: Uint8Array): void {
    const chunk = whole.subarray(0, Math.max(0, (this.pixelsEnd ?? Infinity) - this.readBytes));
    this.readBytes += whole.length;
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
    this.type = type;
    this.walker = new Walker((place) => walks[type](place, this.found));
    for (const chunk of ahead) this.walker.feed(chunk);
  }
}

/** Metadata of a TIFF can be anywhere, even before the data that locates it, so it is not searched. */
function* tiffMetadata(): MetadataWalk {
  yield { skip: Infinity };
  return true;
}
