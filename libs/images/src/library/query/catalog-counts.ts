/** A tag and how many of an owner's images have it. */
export interface TagCount {
  readonly tag: string;
  readonly count: number;
}

/** Which tags: the most frequent first, then by name in the order of code points. */
export interface TagRequest {
  readonly limit: number;
  /** Folded: a part of the folded tag. */
  readonly part?: string | undefined;
  /** A folder: only its images and those below it are counted. */
  readonly path?: string | undefined;
}

/** A folder and how many images are in it and below it. */
export interface FolderCount {
  readonly path: string;
  readonly count: number;
}

/** Which folders: those right below `parent` that have images, by path in the order of code points. */
export interface FolderRequest {
  readonly parent: string;
  readonly limit: number;
  /** A path: those after it. */
  readonly after?: string | undefined;
}
