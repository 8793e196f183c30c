import type { Cancellation } from './cancellation.js';

/** The file of a copy that has a line of JSON for each blob that the database needs, by ascending key: {@link NeededBlob}. */
export const BLOB_LIST = 'blobs.jsonl';

/** A blob that the database needs, and the image that needs it. */
export interface NeededBlob {
  readonly key: string;
  /** Of the bytes, lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeInBytes: number;
  readonly contentType: string;
  readonly owner: string;
  readonly imageId: string;
  /** Where the image is. */
  readonly place: 'catalog' | 'trash';
}

/** What is counted of a database at one moment. */
export interface DatabaseFacts {
  readonly installation: string;
  /** The names of the migrations that made its tables, in their order. */
  readonly migrations: readonly string[];
  /** Rows by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly images: ImageSums;
}

/** A copy of a database as it was at one moment. */
export interface DatabaseCopy extends DatabaseFacts {
  readonly kind: 'sqlite' | 'postgres';
  /** The files of the copy, relative to its folder. */
  readonly files: readonly string[];
}

/** What the quotas are about: sums over all owners. */
export interface ImageSums {
  readonly owners: number;
  /** The images that the owners' quotas count, and their bytes. */
  readonly counted: number;
  readonly countedBytes: number;
  readonly images: number;
  readonly sizeInBytes: number;
}

export interface CopyRequest {
  /** An existing, empty folder. */
  readonly folder: string;
  readonly signal: Cancellation;
}

export interface RestoreRequest {
  /** The folder of the copy. Its files are as they were written. */
  readonly folder: string;
  readonly copy: Pick<DatabaseCopy, 'migrations'>;
  /** Names the copy: an interrupted restore of it goes on. */
  readonly name: string;
  /** Images to remove: they were deleted while their blobs were copied. */
  readonly removed: readonly Pick<NeededBlob, 'owner' | 'imageId' | 'place'>[];
  /** How long ago the copy was made: what is in the trash expires as much later. */
  readonly ageMs: number;
  /** Now, in epoch milliseconds. */
  readonly restoredAt: number;
}

/** Copies a database that may be in use, and restores it. */
export interface DatabaseBackups {
  /** Copies the database as it is at one moment into durable files, while others write to it. */
  copy(request: CopyRequest): Promise<DatabaseCopy>;
  /** What is in the database now. */
  facts(): Promise<DatabaseFacts>;
  /** Whether an image needs the blob now. */
  needsBlob(key: string): Promise<boolean>;
  /**
   * Rejects where the copy cannot be restored here: a later version made it, or something is in the database, but for an
   * interrupted restore of this copy. @throws {NewerSchema} {NotEmpty}
   */
  assertRestorable(copy: Pick<RestoreRequest, 'copy' | 'name'>): Promise<void>;
  /**
   * Restores the copy, migrates it and marks it as one, as its original may be running. After a kill, it is as before or goes on with the next call.
   * @throws {NewerSchema} {NotEmpty} {CopyDiffers}
   */
  restore(request: RestoreRequest): Promise<void>;
  close(): Promise<void>;
}

/** There is something in the database already. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';

  constructor(database: string) {
    super(
      `The database ${database} is not empty. A backup is restored into an empty one only. Nothing was changed.`,
    );
  }
}

/** The database belongs to no installation, so there is nothing to copy. */
export class NotInstalled extends Error {
  override readonly name = 'NotInstalled';

  constructor(database: string) {
    super(`The database ${database} belongs to no installation yet: start the server once.`);
  }
}

/** What was restored is not what is in the copy. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}
