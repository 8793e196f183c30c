/** The blob of an upload whose record is still to come. */
export interface PreparedBlob {
  readonly blobKey: string;
  readonly owner: string;
  /** The room that is reserved for its bytes, if its owner has a quota in bytes. */
  readonly reservation?: string | undefined;
  /** Epoch milliseconds. */
  readonly preparedAt: number;
}

/** Which prepared blobs are listed. */
export interface PreparedBlobRequest {
  /** Those prepared before this time, in epoch milliseconds, and all that were given up. */
  readonly before: number;
  /** Those after this key. */
  readonly after?: string | undefined;
  /** Those of this owner. */
  readonly owner?: string | undefined;
  readonly limit: number;
}

/**
 * Knows the blobs that were stored for a record to come. Either the record takes a blob, or somebody gives it up and deletes its
 * bytes: never both, also under concurrent calls.
 */
export abstract class PreparedUploadRepository {
  abstract add(blob: PreparedBlob): Promise<void>;

  /** Takes the blob for its record. Returns whether there was one that nobody has given up. */
  abstract take(blobKey: string): Promise<boolean>;

  /** From now on nobody takes the blob. Returns whether it is there, given up before or now. */
  abstract giveUp(blobKey: string): Promise<boolean>;

  /** By ascending key (code units). */
  abstract list(request: PreparedBlobRequest): Promise<readonly PreparedBlob[]>;

  /** Forgets a blob whose bytes are deleted. Succeeds whether or not there is one. */
  abstract remove(blobKey: string): Promise<void>;
}
