import type { BlobQuarantine } from './blob-quarantine.js';
import type { StoreMarker } from './store-marker.js';

/** Bytes that can be read as often as needed. */
export interface ImageSource {
  read(): AsyncIterable<Uint8Array>;
}

/** Bytes taken in but under no key yet. Ends with `commit` or `discard`; after either, `discard` does nothing. */
export interface StagedBlob extends ImageSource {
  readonly sizeInBytes: number;
  /** SHA-256 of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
  /** Makes the bytes readable under `key` and durable, all of them or none; `key` must be new. */
  commit(key: string, contentType: string): Promise<void>;
  discard(): Promise<void>;
}

/** The bytes from `start` up to and including `end`, counted from 0. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** A stored blob; `storedAt` in epoch milliseconds. */
export interface StoredBlob {
  readonly key: string;
  readonly storedAt: number;
}

/** Holds image bytes. A key (1–64 characters of `0-9A-Za-z`) is written once and means the same bytes for ever. */
export abstract class BlobStore {
  abstract readonly quarantine: BlobQuarantine;

  abstract readonly marker: StoreMarker;

  /**
   * Takes bytes in while counting and hashing them, holding only a little in memory.
   * @throws {FileTooLarge} past `limitInBytes`, without reading further; whatever fails, nothing is left behind.
   */
  abstract stage(bytes: AsyncIterable<Uint8Array>, limitInBytes: number): Promise<StagedBlob>;

  /**
   * The bytes under `key`, or those in `range`, which must lie inside the blob.
   * @throws {BlobNotFound} when nothing is stored under `key`.
   */
  abstract get(key: string, range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;

  abstract find(key: string): Promise<StoredBlob | undefined>;

  /** Succeeds whether or not anything was stored under `key`. */
  abstract delete(key: string): Promise<void>;

  /** What is stored, by ascending key (code units), at most `limit`, those behind `after`. */
  abstract list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]>;

  /** Discards what was staged before `time` (epoch milliseconds) and never ended; gives how many. */
  abstract discardStagedBefore(time: number): Promise<number>;
}
