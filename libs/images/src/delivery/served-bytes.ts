import { readEdited, readEdits } from '@cairn/image-structure';
import type { ImageFile } from '../image/image.js';
import type { BlobArea, ByteRange } from '../store/blob-area.js';

/** Where the bytes of an image are, and how much of them is served. */
type Stored = Pick<ImageFile, 'blobKey' | 'sizeInBytes' | 'whole'>;

/**
 * Reads what is served of an image, by default all of it. Nothing that is cut out leaves here.
 * @throws {BlobNotFound}
 * @throws {Error} if the list of edits is damaged: then nothing is read.
 */
export async function readServed(
  originals: Pick<BlobArea, 'get'>,
  { blobKey, sizeInBytes, whole }: Stored,
  range: ByteRange = { start: 0, end: sizeInBytes - 1 },
): Promise<AsyncIterable<Uint8Array>> {
  if (whole === undefined) return await originals.get(blobKey, range);
  const edits = readEdits(whole.edits, { size: whole.sizeInBytes, editedSize: sizeInBytes });
  return await readEdited(edits, range, (part) => originals.get(blobKey, part));
}

/** The local file with exactly the served bytes, if there is one. */
export function findServedPath(
  originals: Pick<BlobArea, 'findPath'>,
  { blobKey, whole }: Omit<Stored, 'sizeInBytes'>,
): string | undefined {
  return whole === undefined ? originals.findPath(blobKey) : undefined;
}
