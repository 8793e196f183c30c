import type { Cancellation } from './cancellation.js';

/**
 * The file of a copy that lists the blobs which the database needs, by ascending key. Each line is a JSON text of a
 * {@link NeededBlob}.
 */
export const BLOB_LIST = 'blobs.jsonl';

/** A blob that the database needs, and the image that needs it. */
export interface NeededBlob {
  readonly key: string;
  /** Hash of the bytes, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly sizeInBytes: number;
  readonly contentType: string;
  readonly owner: string;
  readonly imageId: string;
  /** Where the image is. */
  readonly place: 'catalog' | 'trash' | 'contributions';
}

/** Counts of a database at one moment. */
export interface DatabaseFacts {
  readonly installation: string;
  /** The names of the migrations that created its tables, in order. */
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

/** What the quotas count, summed over all owners. */
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
  /** The folder of the copy, with its files unchanged. */
  readonly folder: string;
  readonly copy: Pick<DatabaseCopy, 'migrations'>;
  /** Identifies the copy, so that an interrupted restore of the same copy can resume. */
  readonly name: string;
  /** Images to remove: they were deleted while their blobs were copied. */
  readonly removed: readonly Pick<NeededBlob, 'owner' | 'imageId' | 'place'>[];
  /** The age of the copy. The expiry of everything in the trash is put off by this time. */
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
   * Checks that the copy can be restored here: no later version made it, and the database is empty or holds an
   * interrupted restore of this copy. @throws {NewerSchema} {NotEmpty}
   */
  assertRestorable(copy: Pick<RestoreRequest, 'copy' | 'name'>): Promise<void>;
  /**
   * Restores and migrates the copy. Marks the database as a copy, because its original may still be running. If the
   * process is killed, the database is as before, or the next call resumes.
   * @throws {NewerSchema} {NotEmpty} {CopyDiffers}
   */
  restore(request: RestoreRequest): Promise<void>;
  close(): Promise<void>;
}

/** The database is not empty. */
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

/** The restored database differs from the copy. */
export class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}
