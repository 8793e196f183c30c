import type { StoredBlob } from './blob-store.js';

/** Blobs out of service: their bytes are kept, but the store neither gets, finds nor lists them. */
export abstract class BlobQuarantine {
  /** Takes a blob out of service, durably; succeeds whether or not anything is stored under `key`. */
  abstract add(key: string): Promise<void>;

  /** Puts a blob back under its key, durably. Tells whether one is stored there now. */
  abstract restore(key: string): Promise<boolean>;

  /** What is in quarantine, by ascending key (code units), at most `limit`, those behind `after`; `storedAt` is since when. */
  abstract list(limit: number, after: string | undefined): Promise<readonly StoredBlob[]>;

  /** Deletes a quarantined blob for good; succeeds whether or not there is one, and never deletes one in service. */
  abstract delete(key: string): Promise<void>;
}
