import type { ByteRange, NewBlobArea } from '@cairn/images';

/** The file served at a URL: an original or a derivative. */
export interface FileResponse {
  /** The key of its bytes, which is never reused. */
  readonly key: string;
  /** A strong entity tag, in quotes. */
  readonly etag: string;
  /**
   * When its bytes were stored, in epoch milliseconds. Absent for derivatives, which change with presets and the
   * renderer.
   */
  readonly createdAt?: number | undefined;
  readonly contentType: string;
  /** The file name for downloads. */
  readonly fileName: string;
  readonly cacheControl: string;
  /** Whether only the account of its owner may have it. */
  readonly isPrivate?: boolean | undefined;
  /** Whether pages of other sites may show it although it is private: no cookie opens it. */
  readonly isForAllSites?: boolean | undefined;
  /** Opens it for reading. */
  open(): Promise<BlobHandle>;
}

/** Bytes that are ready to be sent. */
export interface BlobHandle {
  readonly key: string;
  readonly area: NewBlobArea;
  readonly sizeInBytes: number;
  /** Whether the blob store can serve it directly. */
  isStored(): Promise<boolean>;
  read(range?: ByteRange): Promise<AsyncIterable<Uint8Array>>;
}
