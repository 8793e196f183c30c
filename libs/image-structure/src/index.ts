export {
  announcedType,
  logicalScreen,
  LEADING_BYTES,
  type AnnouncedType,
  type ImageType,
} from './leading-bytes.js';
export { furtherType, headerSizes, type FurtherType } from './optional-types.js';
export type { HeaderSize } from './jxl-header.js';
export { bmpHeader, type BmpHeader } from './bmp-header.js';
export { countFrames } from './frames.js';
export { JpegHeader } from './jpeg-header.js';
export { MAX_FRAMES } from './walks.js';
export { MetadataReader, type ImageMetadata } from './metadata/read-metadata.js';
export { pixelsEnd } from './jpeg-scans/coded-pixels.js';
export { edited, type Edit } from './edits.js';
export { readEdited, readEdits, writtenEdits, type WrittenEdit } from './edit-list.js';
export { editedLength, editedPieces, type EditedPiece } from './edited-range.js';
export { orientationEdits } from './metadata/orientation-edits.js';
export { webpFile, webpImages, type WebpImage } from './webp-images.js';
export type { MetadataKind } from './metadata/metadata-kind.js';
export { capturedAtSeconds, parseCapturedAt } from './photo/captured-at.js';
export { timeInName } from './photo/time-in-name.js';
export { possibleFacts, type PhotoFacts, type PhotoRemarks } from './photo/photo-facts.js';
export { parseDegrees, photoPosition, type PhotoPosition } from './photo/position.js';
export { heifPicture } from './colour/heif-picture.js';
export { imageColours } from './colour/image-colours.js';
export type { ColourSpace, Primaries, Transfer } from './colour/colour-space.js';
export {
  readXmp,
  type OwnEdit,
  type OwnFacts,
  type XmpCrop,
  type XmpFacts,
  type XmpShown,
} from './xmp/read-xmp.js';
export { writeXmp, type XmpContent } from './xmp/write-xmp.js';
export { decodeText } from './xmp/xmp-text.js';
