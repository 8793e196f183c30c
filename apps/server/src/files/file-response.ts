import type { ByteRange, NewBlobArea } from '@cairn/images';

/** What is sent at an address: an original, or something made of it. */
export interface FileResponse {
  /** That of its bytes, which is never given to others. */
  readonly key: string;
  /** In quotes; strong. */
  readonly etag: string;
  /** When its bytes were stored, in epoch milliseconds; absent for what is made anew when a preset or the renderer changes. */
  readonly createdAt?: number | undefined;
  readonly contentType: string;
  /** What a client would call it, if it were stored. */
  readonly fileName: string;
  readonly cacheControl: string;
  /** Makes it ready to be read. */
  open(): Promise<BlobHandle>;
}

/** Bytes that are ready to be sent. */
export interface BlobHandle {
  readonly key: string;
  readonly area: NewBlobArea;
  readonly sizeInBytes: number;
  /** Whether the blob store can send it itself. */
  isStored(): Promise<boolean>;
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}
