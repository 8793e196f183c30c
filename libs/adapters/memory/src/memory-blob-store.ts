import {
  FileTooLarge,
  InvalidBlobKey,
  isBlobKey,
  perBlobArea,
  type BlobArea,
  type BlobAreaName,
  type BlobMove,
  type BlobStore,
  type NewBlob,
  type StagedBlob,
} from '@cairn/images';
import type { Clock } from '@cairn/kernel';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { concat } from './bytes.js';
import { inPieces, MemoryBlobArea } from './memory-blob-area.js';
import { MemoryStoreMarker } from './memory-store-marker.js';

/** Keeps blobs in memory. */
export class MemoryBlobStore implements BlobStore {
  readonly marker = new MemoryStoreMarker();
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
