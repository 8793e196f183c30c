import { foldersOf } from '../catalog/query/image-query.js';
import type { MetadataChoice } from '../image/image-description.js';
import type { Visibility } from '../image/visibility.js';

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

  /** What `nearestOf` says of the defaults of this folder and those above it. */
  abstract findNearest(owner: string, path: string): Promise<FolderDefault | undefined>;
}

/** What uploads into a folder and those below it get if they do not say otherwise. */
export interface FolderDefault {
  /** `''` for the top folder. */
  readonly path: string;
  readonly visibility: Visibility;
  /** What becomes of metadata. Absent for what the nearest folder above says, or else the rules of the catalog. */
  readonly metadata?: FolderMetadata | undefined;
}

/** To serve metadata to everybody, each upload has to say so. */
export const FOLDER_METADATA = ['remove', 'hide'] as const satisfies readonly MetadataChoice[];
export type FolderMetadata = (typeof FOLDER_METADATA)[number];

/**
 * What holds for a folder. `defaults` are its own and those of the folders above, the nearest first. Each says who gets a
 * file, and the nearest of them that says it, what becomes of metadata.
 */
export function nearestOf(defaults: readonly FolderDefault[]): FolderDefault | undefined {
  const [nearest] = defaults;
  const { metadata } = defaults.find((each) => each.metadata !== undefined) ?? {};
  return nearest && { ...nearest, ...(metadata !== undefined && { metadata }) };
}

/** The folders whose default may hold for an upload to `path`: the top folder first, `path` last. */
export function foldersAbove(path: string): readonly string[] {
  return ['', ...foldersOf(path)];
}
