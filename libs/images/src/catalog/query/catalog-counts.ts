import type { ImageCondition } from './image-query.js';

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

/** A camera by `cameraOf`, and its number of an owner's images. */
export interface CameraCount {
  readonly camera: string;
  readonly count: number;
}

/** Images taken on one day. */
export interface DayCount {
  /** Such as `2024-07-01`. */
  readonly day: string;
  readonly count: number;
  /** The sum of width by height of the upright images, in thousandths. */
  readonly ratios: number;
}

/** Selects the days of a query's images, the latest first. */
export interface DayRequest {
  readonly where: readonly ImageCondition[];
  readonly limit: number;
  /** A day: returns those before it. */
  readonly before?: string | undefined;
}

/** Days with images, the latest first, and how many of the images that the query finds have no time. */
export interface DayCounts {
  readonly days: readonly DayCount[];
  readonly undated: number;
}
