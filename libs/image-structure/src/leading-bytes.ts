/** Enough to detect the type. AVIF brands beyond it are ignored. */
export const LEADING_BYTES = 64;

/** Media types of images whose structure this library knows. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif';

/**
 * An AVIF sequence has the media type of a still image. Its frames are samples of a video track, which are not counted.
 */
export type AnnouncedType = ImageType | 'avif-sequence';

const signatures: ReadonlyMap<RegExp, AnnouncedType> = new Map([
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  // Checked first: browsers play the sequence if it is the major brand, while decoders show at most a still.
  [/^.{4}ftyp(?:.{4})*?avis/s, 'avif-sequence'],
  [/^.{4}ftyp(?:.{4})*?avif/s, 'image/avif'],
]);

/** The type announced by the first {@link LEADING_BYTES}. The rest is not checked. */
export function announcedType(bytes: Uint8Array): AnnouncedType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, LEADING_BYTES));
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  return undefined;
}

/** The canvas size of a GIF in pixels; frames may be smaller. 0 × 0 if the header is truncated. */
export function logicalScreen(gif: Uint8Array): { readonly width: number; readonly height: number } {
  const [widthLow = 0, widthHigh = 0, heightLow = 0, heightHigh] = gif.subarray(6, 10);
  return heightHigh === undefined
    ? { width: 0, height: 0 }
    : { width: widthLow + widthHigh * 256, height: heightLow + heightHigh * 256 };
}
