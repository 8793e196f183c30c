import type { Visibility } from '../image/visibility.js';
import { foldersOf } from '../catalog/query/image-query.js';

/** Maximum folders of one owner with a default, because a listing contains all of them. */
export const MAX_FOLDER_DEFAULTS = 1_000;

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
