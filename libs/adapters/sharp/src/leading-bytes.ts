import { UnsupportedImageType, type ImageType } from '@cairn/images';

/** As many as it takes to know the type; more brands than fit into them are not looked at. */
export const LEADING_BYTES = 64;

const signatures: ReadonlyMap<RegExp, ImageType> = new Map([
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^.{4}ftyp(?:.{4})*?avif/s, 'image/avif'],
]);

/** Browsers play the sequence where it is the major brand; libvips shows a still at best, and counts no frames. */
const sequence = /^.{4}ftyp(?:.{4})*?avis/s;

/**
 * The accepted type that the leading bytes announce, whether or not anything sensible follows.
 * @throws {UnsupportedImageType}
 */
export function announcedType(leading: Buffer): ImageType {
  const start = leading.toString('latin1', 0, LEADING_BYTES);
  if (sequence.test(start)) throw UnsupportedImageType.animatedAvif();
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  throw new UnsupportedImageType();
}

/** The size of a GIF's canvas; libvips goes by the frames where it thinks the canvas too large. */
export function logicalScreen(leading: Buffer): { readonly width: number; readonly height: number } {
  return leading.length < 10
    ? { width: 0, height: 0 }
    : { width: leading.readUInt16LE(6), height: leading.readUInt16LE(8) };
}
