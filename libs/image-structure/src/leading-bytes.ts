/** As many as it takes to know the type; more brands than fit into them are not looked at. */
export const LEADING_BYTES = 64;

/** A type of image whose structure this library knows, as its media type. */
export type ImageType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/avif';

/** An AVIF sequence has the media type of a still; its frames are samples of a video track, which nothing here counts. */
export type AnnouncedType = ImageType | 'avif-sequence';

const signatures: ReadonlyMap<RegExp, AnnouncedType> = new Map([
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  // First, as browsers play the sequence where it is the major brand; decoders show a still at best.
  [/^.{4}ftyp(?:.{4})*?avis/s, 'avif-sequence'],
  [/^.{4}ftyp(?:.{4})*?avif/s, 'image/avif'],
]);

/** The type that the first {@link LEADING_BYTES} announce, whether or not anything sensible follows. */
export function announcedType(bytes: Uint8Array): AnnouncedType | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, LEADING_BYTES));
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  return undefined;
}

/** The size in pixels of a GIF's canvas, which its frames may be smaller than; 0 × 0 where the header is cut short. */
export function logicalScreen(gif: Uint8Array): { readonly width: number; readonly height: number } {
  const [widthLow = 0, widthHigh = 0, heightLow = 0, heightHigh] = gif.subarray(6, 10);
  return heightHigh === undefined
    ? { width: 0, height: 0 }
    : { width: widthLow + widthHigh * 256, height: heightLow + heightHigh * 256 };
}
