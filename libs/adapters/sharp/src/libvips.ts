import sharp from 'sharp';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/**
 * Leaves libvips nothing to read but the accepted types, for the whole process: it chooses a loader by the bytes, and
 * those of SVG, PDF and others are far more than decoders of pixels.
 */
export function restrictLibvips(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: LOADERS.flatMap((name) => [`VipsForeignLoad${name}File`, `VipsForeignLoad${name}Buffer`]),
  });
  sharp.cache(false); // it goes by the name of a file, whatever the file holds by now
  sharp.concurrency(1);
}
