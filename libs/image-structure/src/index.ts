export {
  announcedType,
  logicalScreen,
  LEADING_BYTES,
  type AnnouncedType,
  type ImageType,
} from './leading-bytes.js';
export { furtherType, headerSizes, type FurtherType } from './optional-types.js';
export type { HeaderSize } from './header-size.js';
export { bmpHeader, type BmpHeader } from './bmp-header.js';
export { countFrames } from './frames.js';
export { JpegHeader } from './jpeg-header.js';
export { MAX_FRAMES } from './walks.js';
export { MetadataReader, type ImageMetadata } from './metadata/read-metadata.js';
export { edited, type Edit } from './metadata/edits.js';
export type { MetadataKind } from './metadata/metadata-kind.js';
export type { PhotoFacts } from './metadata/exif.js';
