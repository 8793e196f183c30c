import { createRequire } from 'node:module';
import type sharp from 'sharp';

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'];

const require = createRequire(import.meta.url);
let loaded: typeof sharp | undefined;
let restrictsWhenLoaded = false;

/** sharp, with libvips. Loaded lazily, because loading takes 19 MB and a twentieth of a second. */
export function libvips(): typeof sharp {
  if (loaded === undefined) {
    loaded = require('sharp') as typeof sharp;
    if (restrictsWhenLoaded) restrictLibvips();
  }
  return loaded;
}

/**
 * Blocks every libvips loader but those of the accepted types, and sets one thread per image and no cache. This affects
 * the whole process, so call it only in a process that you control. libvips picks a loader by the bytes, and loaders
 * such as SVG and PDF are large attack surfaces. `SharpImageProcessor` passes it only accepted types in any case.
 */
export function restrictLibvips(): void {
  const sharp = libvips();
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: LOADERS.flatMap((name) => [`VipsForeignLoad${name}File`, `VipsForeignLoad${name}Buffer`]),
  });
  sharp.cache(false); // no image is read twice
  sharp.concurrency(1);
}

/** Like `restrictLibvips`, when libvips is first loaded. For a process in which nothing else uses libvips. */
export function restrictLibvipsWhenLoaded(): void {
  restrictsWhenLoaded = true;
  if (loaded !== undefined) restrictLibvips();
}

/** Lets this process read TIFF too. */
export function allowTiff(): void {
  libvips().unblock({ operation: ['VipsForeignLoadTiffFile', 'VipsForeignLoadTiffBuffer'] });
}
