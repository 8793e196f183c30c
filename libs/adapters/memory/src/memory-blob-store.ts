import {
  BlobNotFound,
  FileTooLarge,
  InvalidBlobKey,
  isBlobKey,
  type BlobQuarantine,
  type BlobStore,
  type ByteRange,
  type StagedBlob,
  type StoredBlob,
} from '@cairn/images';
import type { Clock } from '@cairn/kernel';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { concat } from './bytes.js';
import { MemoryStoreMarker } from './memory-store-marker.js';

const PIECE_BYTES = 65_536;

interface MemoryBlob extends StoredBlob {
  readonly bytes: Uint8Array;
}

type Blobs = Map<string, MemoryBlob>;

/** Keeps blobs whole in the memory of this process, for as long as it runs. */
export class MemoryBlobStore implements BlobStore {
  readonly marker = new MemoryStoreMarker();
  readonly quarantine: BlobQuarantine = {
    add: async (key) => this.move(key, { from: this.blobs, to: this.quarantined }),
    restore: async (key) => {
      if (!this.blobs.has(key)) this.move(key, { from: this.quarantined, to: this.blobs });
      this.quarantined.delete(key);
      return this.blobs.has(key);
    },
    list: async (limit, after) => page(this.quarantined, { limit, after }),
    delete: async (key) => void this.quarantined.delete(key),
  };
  private readonly blobs: Blobs = new Map();
  private readonly quarantined: Blobs = new Map();
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
    return page(this.blobs, { limit, after });
  }

  async discardStagedBefore(time: number): Promise<number> {
    const old = [...this.staged].filter(([, { at }]) => at < time);
    for (const [blob] of old) this.staged.delete(blob);
    return old.length;
  }

  private commit(blob: StagedBlob, key: string): void {
    const staging = this.staged.get(blob);
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    if (staging === undefined) throw new Error('The staged bytes are committed or discarded already.');
    if (this.blobs.has(key)) throw new Error('A blob is stored under this key already.');
    this.blobs.set(key, { key, storedAt: this.clock.now(), bytes: staging.bytes });
    this.staged.delete(blob);
  }

  private move(key: string, { from, to }: { readonly from: Blobs; readonly to: Blobs }): void {
    const blob = from.get(key);
    if (blob === undefined) return;
    to.set(key, { ...blob, storedAt: this.clock.now() });
    from.delete(key);
  }
}

function page(
  blobs: Blobs,
  { limit, after }: { readonly limit: number; readonly after: string | undefined },
): readonly StoredBlob[] {
  const behind = [...blobs.values()].filter(({ key }) => after === undefined || key > after);
  return behind
    .sort((left, right) => (left.key < right.key ? -1 : 1))
    .slice(0, limit)
    .map(described);
}

function described({ key, storedAt }: MemoryBlob): StoredBlob {
  return { key, storedAt };
}

/** Copies, so that a reader cannot change what is stored. */
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.slice(start, start + PIECE_BYTES);
}
