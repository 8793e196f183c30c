import { UndecodableImage } from '@cairn/images';
import { webpFile, webpImages } from '@cairn/image-structure';

/** VP8 encoders write up to four bytes that decoders do not read. */
const MAX_TAIL_BYTES = 8;
/** More than a tail, and less than an image of one pixel. */
const MIN_IMAGE_BYTES = 40;

/**
 * Refuses a WebP with data behind the pixels of an image. Decoders ignore such data and do not report where the pixels
 * end. So if the image can be decoded without its last bytes, these bytes are not pixels. Zeros at the end are allowed.
 * @param decode Rejects with `UndecodableImage`.
 * @throws {UndecodableImage}
 */
export async function refuseTails(
  bytes: Uint8Array,
  decode: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  for (const part of withoutTails(bytes))
    if (await isDecoded(part, decode)) throw new UndecodableImage('it has data behind its pixels');
}

async function isDecoded(bytes: Uint8Array, decode: (bytes: Uint8Array) => Promise<void>): Promise<boolean> {
  try {
    await decode(bytes);
    return true;
  } catch (error) {
    if (error instanceof UndecodableImage) return false;
    throw error;
  }
}

/** Copies of the image data, each without the last bytes of its pixels or of its transparency. */
function* withoutTails(bytes: Uint8Array): Generator<Uint8Array> {
  for (const image of webpImages(bytes)) {
    const { data, alpha } = image;
    if (data.length >= MIN_IMAGE_BYTES) yield webpFile({ ...image, data: shorter(data), alpha: undefined });
    if (alpha !== undefined) yield webpFile({ ...image, alpha: shorter(alpha) });
  }
}

function shorter(bytes: Uint8Array): Uint8Array {
  const length = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return bytes.subarray(0, Math.max(0, length - MAX_TAIL_BYTES));
}
