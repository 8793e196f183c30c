export { restrictLibvips } from './libvips.js';
export { SharpImageProcessor, type DecodeLimits } from './sharp-image-processor.js';
