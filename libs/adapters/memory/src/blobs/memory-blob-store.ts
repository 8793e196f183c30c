import {
  BlobNotFound,
  type ByteRange,
  FileTooLarge,
  InvalidBlobKey,
  isBlobKey,
  type NewBlob,
  type StagedBlob,
} from '@cairn/images';
import {
  type BlobArea,
  type BlobAreaName,
  type BlobMove,
  type BlobStore,
  perBlobArea,
  type StoredBlob,
  type StoreMarker,
} from '@cairn/images/spi';
import type { Clock } from '@cairn/kernel';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

const PIECE_BYTES = 65_536;

interface MemoryBlob extends StoredBlob {
  readonly bytes: Uint8Array;
}

/** The blobs of one area. */
class MemoryBlobArea implements BlobArea {
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

  findPath(): undefined {
    return undefined;
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
async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE_BYTES)
    yield bytes.slice(start, start + PIECE_BYTES);
}

/** Keeps a text in memory. */
class MemoryStoreMarker implements StoreMarker {
  private text: string | undefined;

  async find(): Promise<string | undefined> {
    return this.text;
  }

  async claim(text: string): Promise<string> {
    return (this.text ??= text);
  }

  async replace(text: string): Promise<void> {
    this.text = text;
  }
}

/** Keeps blobs in memory. */
export class MemoryBlobStore implements BlobStore {
  readonly marker = new MemoryStoreMarker();
  readonly installationKey = new MemoryStoreMarker();
  private readonly areas = perBlobArea(() => new MemoryBlobArea());
  private readonly staged = new Map<StagedBlob, { readonly at: number; readonly bytes: Uint8Array }>();

  constructor(private readonly clock: Clock) {}

  area(name: BlobAreaName): BlobArea {
    return this.areas[name];
  }

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
      commit: async (to) => this.commit(blob, to),
      discard: async () => void this.staged.delete(blob),
    };
    this.staged.set(blob, { at: this.clock.now(), bytes });
    return blob;
  }

  async move(key: string, { from, to }: BlobMove): Promise<boolean> {
    const [source, target] = [this.areas[from].blobs, this.areas[to].blobs];
    const blob = source.get(key);
    if (blob !== undefined && !target.has(key)) target.set(key, { ...blob, storedAt: this.clock.now() });
    source.delete(key);
    return target.has(key);
  }

  async discardStagedBefore(time: number): Promise<number> {
    const parts = this.areas.staged.blobs;
    const old = [...this.staged].filter(([, { at }]) => at < time);
    const oldParts = [...parts.values()].filter(({ storedAt }) => storedAt < time);
    for (const [blob] of old) this.staged.delete(blob);
    for (const { key } of oldParts) parts.delete(key);
    return old.length + oldParts.length;
  }

  private commit(blob: StagedBlob, { area, key }: NewBlob): void {
    const staging = this.staged.get(blob);
    const { blobs } = this.areas[area];
    if (!isBlobKey(key)) throw new InvalidBlobKey();
    if (staging === undefined) throw new Error('The staged bytes are committed or discarded already.');
    if (blobs.has(key)) throw new Error('A blob is stored under this key already.');
    const { bytes } = staging;
    blobs.set(key, { key, storedAt: this.clock.now(), sizeInBytes: bytes.length, bytes });
    this.staged.delete(blob);
  }
}

/** Copies the chunks into one array. */
export function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.length;
  }
  return bytes;
}
