import type { BoundingBox } from '@cairn/geometry';
import type { ContentVersion } from '@cairn/spaces/spi';

/**
 * All features of a content at one version, in memory that threads share. Plain data that never changes: it goes from
 * thread to thread without being copied, and `ContentPack` reads it.
 */
export interface PackContent {
  readonly at: ContentVersion;
  readonly featureCount: number;
  /** Around all geometries, as `boundsOf` makes it; absent where nothing has a geometry. */
  readonly bounds: BoundingBox | undefined;
  /** The texts of the features in UTF-8, one after another in the order of the ids. No text is in two segments. */
  readonly texts: readonly SharedArrayBuffer[];
  /** Uint32 of each feature, and of the end: where its text begins in the segments as if they were one. */
  readonly offsets: SharedArrayBuffer;
  /** Uint8 of each feature: its level, and whether its geometry is a plain point. */
  readonly traits: SharedArrayBuffer;
  /** Four Float64 of each box, in the order of the features: west, south, east, north. */
  readonly boxes: SharedArrayBuffer;
  /** Uint32 of each feature, and of the end: its first box. Absent where each feature has exactly one box. */
  readonly firstBoxes: SharedArrayBuffer | undefined;
  /** Flatbush over the boxes, rounded outward to Float32; absent where there are none. */
  readonly tree: SharedArrayBuffer | undefined;
  /** Uint32 of each slot of a hash table by ids, with open addressing: a position + 1, or 0 for an empty slot. */
  readonly ids: SharedArrayBuffer;
}

/** A bit of a trait: the geometry is a point that is not on the antimeridian, whose box is its position. */
export const PLAIN_POINT = 0x10;
/** The bits of a trait that hold the level. */
export const LEVEL_BITS = 0x0f;

/** The size of all buffers. */
export function sizeOf({ texts, offsets, traits, boxes, firstBoxes, tree, ids }: PackContent): number {
  const buffers = [...texts, offsets, traits, boxes, firstBoxes, tree, ids];
  return buffers.reduce((sum, buffer) => sum + (buffer?.byteLength ?? 0), 0);
}
