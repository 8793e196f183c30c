import { UndecodableImage } from '@cairn/images';
import { webpFile, webpImages } from '@cairn/image-structure';

/** Encoders of VP8 write up to four bytes more than decoders read. */
const MAX_TAIL_BYTES = 8;
/** Less than an image of a pixel and more than the tail. */
const MIN_IMAGE_BYTES = 40;

/**
 * Refuses a WebP with data behind the pixels of an image. Decoders do not read them, and do not tell where pixels end: an image that can
 * be decoded without its last bytes has more than its pixels. Zeros at the end do not count.
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

/** The images, each without the last bytes of its pixels or of its transparency. */
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
