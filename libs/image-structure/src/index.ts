export {
  announcedType,
  logicalScreen,
  LEADING_BYTES,
  type AnnouncedType,
  type ImageType,
} from './leading-bytes.js';
export { countFrames } from './frames.js';
export { JpegHeader } from './jpeg-header.js';
export { MAX_FRAMES } from './walks.js';
