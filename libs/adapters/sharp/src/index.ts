export { SharpImageProcessor, type DecodeLimits } from './sharp-image-processor.js';
