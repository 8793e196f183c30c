import sharp from 'sharp';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

/**
 * Blocks every libvips loader but those of the accepted types, and sets one thread per image and no cache. It affects
 * the whole process, so call it only in a process of your own. libvips picks a loader by the bytes, and loaders such
 * as
 * SVG and PDF are large attack surfaces. `SharpImageProcessor` passes it only accepted types in any case.
 */
export function restrictLibvips(): void {
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: LOADERS.flatMap((name) => [`VipsForeignLoad${name}File`, `VipsForeignLoad${name}Buffer`]),
  });
  sharp.cache(false); // no image is read twice
  sharp.concurrency(1);
}

/** Lets this process read TIFF too. */
export function allowTiff(): void {
  sharp.unblock({ operation: ['VipsForeignLoadTiffFile', 'VipsForeignLoadTiffBuffer'] });
}
