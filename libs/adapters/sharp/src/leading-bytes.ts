import type { ImageSource, ImageType } from '@cairn/images';

const LEADING_BYTES = 64;

const signatures: ReadonlyMap<RegExp, ImageType> = new Map([
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  [/^GIF8[79]a/, 'image/gif'],
  [/^.{4}ftyp(?:.{4})*?avi[fs]/s, 'image/avif'],
]);

/** The accepted type that the leading bytes announce, whether or not anything sensible follows. */
export async function announcedType(source: ImageSource): Promise<ImageType | undefined> {
  let start = '';
  for await (const piece of source.read()) {
    start += Buffer.from(piece.subarray(0, LEADING_BYTES)).toString('latin1');
    if (start.length >= LEADING_BYTES) break;
  }
  for (const [signature, type] of signatures) if (signature.test(start)) return type;
  return undefined;
}
