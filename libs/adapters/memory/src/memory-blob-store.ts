import {
  BlobNotFound,
  FileTooLarge,
  type BlobStore,
  type ByteRange,
  type StagedBlob,
  type StoredBlob,
} from '@cairn/images';
import type { Clock } from '@cairn/kernel';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { concat } from './bytes.js';

const KEY = /^[0-9A-Za-z]{1,64}$/;
const PIECE_BYTES = 65_536;

interface MemoryBlob extends StoredBlob {
  readonly bytes: Uint8Array;
}

/** Keeps blobs whole in the memory of this process, for as long as it runs. */
export class MemoryBlobStore implements BlobStore {
  private readonly blobs = new Map<string, MemoryBlob>();
  private readonly staged = new Map<StagedBlob, { readonly at: number; readonly bytes: Uint8Array }>();

  constructor(private readonly clock: Clock) {}

  async stage(source: AsyncIterable<Uint8Array>, limitInBytes: number): Promise<StagedBlob> {
    const hash = sha256.create();
    const pieces: Uint8Array[] = [];
    let sizeInBytes = 0;
    for await (const piece of source) {
      sizeInBytes += piece.length;
      if (sizeInBytes > limitInBytes) throw new FileTooLarge(limitInBytes);
      hash.update(piece);
      pieces.push(Uint8Array.from(piece));
    }
    const bytes = concat(pieces);
    const blob: StagedBlob = {
      file: undefined,
      sizeInBytes,
      sha256: bytesToHex(hash.digest()),
      read: () => inPieces(bytes),
      commit: async (key) => this.commit(blob, key),
      discard: async () => void this.staged.delete(blob),
    };
    this.staged.set(blob, { at: this.clock.now(), bytes });
    return blob;
  }

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

  async discardStagedBefore(time: number): Promise<number> {
    const old = [...this.staged].filter(([, { at }]) => at < time);
    for (const [blob] of old) this.staged.delete(blob);
    return old.length;
  }

  private commit(blob: StagedBlob, key: string): void {
    const staging = this.staged.get(blob);
    if (!KEY.test(key)) throw new RangeError('A blob key is 1 to 64 characters of 0-9A-Za-z.');
    if (staging === undefined) throw new Error('The staged bytes are committed or discarded already.');
    if (this.blobs.has(key)) throw new Error('A blob is stored under this key already.');
    this.blobs.set(key, { key, storedAt: this.clock.now(), bytes: staging.bytes });
    this.staged.delete(blob);
  }
}

function described({ key, storedAt }: MemoryBlob): StoredBlob {
  return { key, storedAt };
}

/** Copies, so that a reader cannot change what is stored. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.slice(start, start + PIECE_BYTES);
}
