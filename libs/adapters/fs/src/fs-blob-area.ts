import { open, unlink, type FileHandle } from 'node:fs/promises';
import { BlobNotFound, type ByteRange } from '@cairn/images';
import type { BlobArea, StoredBlob } from '@cairn/images/spi';
import type { BlobDirectory } from './blob-directory.js';
import { ifPresent, storing } from './fs-errors.js';
import { PIECE_BYTES, readPieces, readSpan } from './read-file.js';

/** The blobs of one area, in their own directory. */
export class FsBlobArea implements BlobArea {
  constructor(readonly directory: BlobDirectory) {}

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const openBlob = (): Promise<FileHandle> => this.open(key);
    const handle = await openBlob();
    try {
      const end = range === undefined ? (await storing(handle.stat())).size : range.end + 1;
      const span = { start: range?.start ?? 0, end };
      if (end - span.start > PIECE_BYTES) return readPieces(openBlob, span);
      return inOnePiece(await readSpan(handle, span));
    } finally {
      await handle.close();
    }
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    return await this.directory.find(key);
  }

  findPath(key: string): string | undefined {
    return this.directory.pathOf(key);
  }

  async delete(key: string): Promise<void> {
    const path = this.directory.pathOf(key);
    if (path !== undefined) await ifPresent(unlink(path));
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    return await this.directory.list(limit, after);
  }

  private async open(key: string): Promise<FileHandle> {
    const path = this.directory.pathOf(key);
    const handle = path === undefined ? undefined : await ifPresent(open(path));
    if (handle === undefined) throw new BlobNotFound(key);
    return handle;
  }
}

async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes;
}
