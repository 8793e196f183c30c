export { restrictLibvips, restrictLibvipsWhenLoaded } from './libvips.js';
export { SharpImageProcessor, type DecodeLimits } from './sharp-image-processor.js';
export { SharpMapPainter, type PaintLimits } from './maps/sharp-map-painter.js';
export { SharpImageRenderer, type RenderLimits } from './rendering/sharp-image-renderer.js';
