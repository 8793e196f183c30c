import type { ByteRange, NewBlobArea } from '@cairn/images';

/** What is sent at an address: an original, or something made of it. */
export interface RepresentedFile {
  /** That of its bytes, which is never given to others. */
  readonly key: string;
  /** In quotes; strong. */
  readonly etag: string;
  /** When the original was stored, in epoch milliseconds. */
  readonly createdAt: number;
  readonly contentType: string;
  /** What a client would call it, if it were stored. */
  readonly fileName: string;
  readonly cacheControl: string;
  /** For how long the address is valid; absent if for ever. */
  readonly secondsLeft?: number | undefined;
  /** Makes it ready to be read. */
  open(): Promise<OpenedFile>;
}

/** Bytes that are ready to be sent. */
export interface OpenedFile {
  readonly key: string;
  readonly area: NewBlobArea;
  readonly sizeInBytes: number;
  /** Whether the blob store can send it itself. */
  isStored(): Promise<boolean>;
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}
