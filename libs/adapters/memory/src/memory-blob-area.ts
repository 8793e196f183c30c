import { BlobNotFound, type BlobArea, type ByteRange, type StoredBlob } from '@cairn/images';

const PIECE_BYTES = 65_536;

interface MemoryBlob extends StoredBlob {
  readonly bytes: Uint8Array;
}

/** The blobs of one area. */
export class MemoryBlobArea implements BlobArea {
  /** Blobs by key. */
  readonly blobs = new Map<string, MemoryBlob>();

  async get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>> {
    const blob = this.blobs.get(key);
    if (blob === undefined) throw new BlobNotFound(key);
    return inPieces(range === undefined ? blob.bytes : blob.bytes.subarray(range.start, range.end + 1));
  }

  async find(key: string): Promise<StoredBlob | undefined> {
    const blob = this.blobs.get(key);
    return blob === undefined ? undefined : described(blob);
  }

  async delete(key: string): Promise<void> {
    this.blobs.delete(key);
  }

  async list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]> {
    const behind = [...this.blobs.values()].filter(({ key }) => after === undefined || key > after);
    return behind
      .sort((left, right) => (left.key < right.key ? -1 : 1))
      .slice(0, limit)
      .map(described);
  }
}

function described({ key, storedAt, sizeInBytes }: MemoryBlob): StoredBlob {
  return { key, storedAt, sizeInBytes };
}

/** Copies, so that readers cannot change stored bytes. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.slice(start, start + PIECE_BYTES);
}
