import { readEdited, readEdits, type Edit } from '@cairn/image-structure';
import type { ImageFile, WholeFile } from '../image/image.js';
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
  return await readEdited(editsOf(whole, sizeInBytes), range, (part) => originals.get(blobKey, part));
}

/** Whether this can be served: not if it is stored whole, and its list of edits is damaged. */
export function isServable({ sizeInBytes, whole }: Omit<Stored, 'blobKey'>): boolean {
  try {
    return whole === undefined || editsOf(whole, sizeInBytes).length > 0;
  } catch {
    return false;
  }
}

/** @throws {Error} if the list is damaged. */
function editsOf({ edits, sizeInBytes: size }: WholeFile, editedSize: number): readonly Edit[] {
  return readEdits(edits, { size, editedSize });
}

/** The local file with exactly the served bytes, if there is one. */
export function findServedPath(
  originals: Pick<BlobArea, 'findPath'>,
  { blobKey, whole }: Omit<Stored, 'sizeInBytes'>,
): string | undefined {
  return whole === undefined ? originals.findPath(blobKey) : undefined;
}
