import { editedLength, editedPieces, orientationEdits, type Edit } from '@cairn/image-structure';
import {
  MAX_RENDERED_PIXELS,
  uprightSize,
  type ByteRange,
  type HostedFile,
  type ServedFile,
} from '@cairn/images';
import { LRUCache } from 'lru-cache';
import type { BlobHandle, FileResponse } from './file-response.js';

/** Where the orientation of a JPEG or PNG is, unless a large colour profile is in front of it. */
const HEAD_BYTES = 64 * 1024;
const MAX_KNOWN = 5_000;

/** Turned originals of which only the EXIF orientation changes, so that nothing is encoded again. */
export class TurnedOriginals {
  private readonly known = new LRUCache<string, { readonly edits: readonly Edit[] | undefined }>({
    max: MAX_KNOWN,
  });

  /** `undefined` if the edited picture has to be rendered. @throws {FileNotFound} */
  async find(
    served: ServedFile,
    shown: Pick<FileResponse, 'fileName' | 'cacheControl'>,
  ): Promise<FileResponse | undefined> {
    const { file } = served;
    const { edit, blobKey, sha256, contentType } = file;
    if (edit === undefined || edit.crop !== undefined) return undefined;
    const edits = await this.editsOf(served, edit.orientation);
    if (edits === undefined) return undefined;
    const key = `${blobKey}~${edit.orientation}`;
    const sizeInBytes = editedLength(file.sizeInBytes, edits);
    const open = async (): Promise<BlobHandle> => ({
      key,
      area: 'originals',
      sizeInBytes,
      // The store has other bytes.
      isStored: async () => false,
      read: async ({ start, end } = { start: 0, end: sizeInBytes - 1 }) =>
        joined(served, editedPieces(file.sizeInBytes, edits, { start, end: end + 1 })),
    });
    return { ...shown, key, etag: `"${sha256}-${edit.orientation}"`, contentType, open };
  }

  private async editsOf(served: ServedFile, orientation: number): Promise<readonly Edit[] | undefined> {
    const { blobKey, contentType, sizeInBytes } = served.file;
    if (contentType !== 'image/jpeg' && contentType !== 'image/png') return undefined;
    const name = `${blobKey} ${orientation}`;
    const known = this.known.get(name);
    if (known !== undefined) return known.edits;
    const head = await bytesOf(served, { start: 0, end: Math.min(HEAD_BYTES, sizeInBytes) - 1 });
    const edits = orientationEdits(head, { contentType, orientation });
    this.known.set(name, { edits });
    return edits;
  }
}

/** The transform that shows an edited picture whole: in its own format, as a JPEG if that is not rendered. */
export function editedQuery(file: HostedFile): string {
  const format = /^image\/(jpeg|png|webp|avif|gif)$/.exec(file.contentType)?.[1] ?? 'jpeg';
  const { width, height } = uprightSize(file);
  const pixels = width * height * (format === 'webp' || format === 'gif' ? file.frames : 1);
  const scale = Math.sqrt(MAX_RENDERED_PIXELS / pixels);
  const size = scale < 1 ? `&w=${Math.max(1, Math.floor(width * scale))}` : '';
  return `format=${format}&q=92${size}`;
}

async function* joined(
  served: ServedFile,
  pieces: ReturnType<typeof editedPieces>,
): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if ('bytes' in piece) yield piece.bytes;
    else yield* await served.read({ start: piece.from.start, end: piece.from.end - 1 });
  }
}

async function bytesOf(served: ServedFile, range: ByteRange): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of await served.read(range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
