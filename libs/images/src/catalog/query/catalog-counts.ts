/** A tag and its number of an owner's images. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Selects tags: the most frequent first, then by name in code point order. */
export interface TagRequest {
  readonly limit: number;
  /** Folded; matches a substring of the folded tag. */
  readonly part?: string | undefined;
  /** A folder: only images in and below it are counted. */
  readonly path?: string | undefined;
}

/** A folder and the number of images in and below it. */
export interface FolderCount {
  readonly path: string;
  readonly count: number;
}

/** Selects folders: those directly below `parent` that have images, by path in code point order. */
export interface FolderRequest {
  readonly parent: string;
  readonly limit: number;
  /** A path: returns the folders after it. */
  readonly after?: string | undefined;
}
