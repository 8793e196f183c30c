import type { Visibility } from '../image/visibility.js';
import { foldersOf } from '../catalog/query/image-query.js';

/** Maximum folders of one owner with a default, because a listing contains all of them. */
export const MAX_FOLDER_DEFAULTS = 1_000;

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

/** What uploads into a folder and those below it get if they do not say otherwise. */
export interface FolderDefault {
  /** `''` for the top folder. */
  readonly path: string;
  readonly visibility: Visibility;
}

/** The folders whose default may hold for an upload to `path`: the top folder first, `path` last. */
export function foldersAbove(path: string): readonly string[] {
  return ['', ...foldersOf(path)];
}
