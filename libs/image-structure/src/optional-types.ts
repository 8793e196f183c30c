import { bmpHeader } from './bmp-header.js';
import type { HeaderSize } from './header-size.js';
import { jxlHeader } from './jxl-header.js';
import { tiffHeader } from './tiff-header.js';

/** Media types of images that few browsers display. */
export type FurtherType = 'image/heic' | 'image/jxl' | 'image/tiff' | 'image/bmp';

const signatures: ReadonlyMap<RegExp, FurtherType> = new Map([
  // Excludes the brands of image sequences, `hevc` and `msf1`.
  [/^.{4}ftyp(?:hei[cxms]|mif1(?=(?:.{4})*?hei[cx]))/s, 'image/heic'],
  [/^(?:\xff\x0a|\0\0\0\x0cJXL \r\n\x87\n)/, 'image/jxl'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  // The length of the second header must be one of the known ones.
  [/^BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0/s, 'image/bmp'],
]);

/** The type announced by the first bytes, if it is not a browser type. */
export function furtherType(bytes: Uint8Array): FurtherType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  return undefined;
}

/** Reads the header of a complete image; `undefined` if it is damaged or animated. */
export const headerSizes: Readonly<
  Record<Exclude<FurtherType, 'image/heic'>, (bytes: Uint8Array) => HeaderSize | undefined>
> = { 'image/jxl': jxlHeader, 'image/tiff': tiffHeader, 'image/bmp': bmpHeader };
