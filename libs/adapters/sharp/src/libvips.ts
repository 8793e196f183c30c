import sharp from 'sharp';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/**
 * Leaves libvips nothing to read but the accepted types, one thread an image and no cache, for the whole process: call it
 * where the process is yours. libvips chooses a loader by the bytes, and those of SVG, PDF and others are far more than
 * decoders of pixels; `SharpImageProcessor` gives it nothing but what begins as an accepted type, called or not.
 */
export function restrictLibvips(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: LOADERS.flatMap((name) => [`VipsForeignLoad${name}File`, `VipsForeignLoad${name}Buffer`]),
  });
  sharp.cache(false); // no image is read twice
  sharp.concurrency(1);
}
