import type { FolderDefault } from './folder-default.js';

/** Stores the defaults of folders, which need not have an image. */
export abstract class FolderDefaultRepository {
  /**
   * Stores the default of a folder instead of its former one. Atomic under concurrent calls.
   * @throws {FolderDefaultLimitReached} when the owner then had more than `maxDefaults`.
   */
  abstract put(owner: string, folder: FolderDefault, maxDefaults: number): Promise<void>;

  /** Succeeds whether or not the folder has a default. */
  abstract remove(owner: string, path: string): Promise<void>;

  /** By ascending path (UTF-8 bytes). */
  abstract list(owner: string): Promise<readonly FolderDefault[]>;

  /** The default of this folder, or of the nearest folder above it that has one. */
  abstract findNearest(owner: string, path: string): Promise<FolderDefault | undefined>;
}
