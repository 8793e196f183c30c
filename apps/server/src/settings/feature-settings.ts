import type { FeatureFilesSettings, HotSpacesSettings, TileSettings } from '@cairn/composition';
import type { FeatureLimits, FeatureQuota } from '@cairn/spaces';
import { shareOfMemory } from '@cairn/http/settings';

const MEBIBYTE = 1024 * 1024;

interface Values {
  readonly CAIRN_MAX_FEATURE_SIZE: number | undefined;
  readonly CAIRN_MAX_FEATURE_VERTICES: number | undefined;
  readonly CAIRN_MAX_FEATURE_VALUES: number | undefined;
  readonly CAIRN_MAX_FEATURE_DEPTH: number | undefined;
  readonly CAIRN_FEATURE_QUOTA: number | undefined;
  readonly CAIRN_FEATURE_STORAGE: number | undefined;
}

export function featureLimitsOf(values: Values): Partial<FeatureLimits> {
  const {
    CAIRN_MAX_FEATURE_SIZE: size,
    CAIRN_MAX_FEATURE_VERTICES: maxVertices,
    CAIRN_MAX_FEATURE_VALUES: maxValues,
    CAIRN_MAX_FEATURE_DEPTH: maxDepth,
  } = values;
  return {
    ...(size !== undefined && { maxSizeInBytes: size * MEBIBYTE }),
    ...(maxVertices !== undefined && { maxVertices }),
    ...(maxValues !== undefined && { maxValues }),
    ...(maxDepth !== undefined && { maxDepth }),
  };
}

/** None by default. */
export function featureQuotaOf({
  CAIRN_FEATURE_QUOTA: maxFeatures,
  CAIRN_FEATURE_STORAGE: mebibytes,
}: Values): FeatureQuota {
  return { maxFeatures, maxLength: mebibytes === undefined ? undefined : mebibytes * MEBIBYTE };
}

/** A 16th of the memory by default, so that a small machine keeps it for its requests. */
export function hotSpacesOf({
  CAIRN_HOT_SPACES: mebibytes,
}: {
  readonly CAIRN_HOT_SPACES: number | undefined;
}): HotSpacesSettings {
  return { maxBytes: mebibytes === undefined ? shareOfMemory(1 / 16, 0, 256) : mebibytes * MEBIBYTE };
}

interface TileValues {
  readonly CAIRN_TILE_CACHE: number | undefined;
  readonly CAIRN_TILE_FEATURES: number | undefined;
  readonly CAIRN_TILE_SIZE: number | undefined;
  readonly CAIRN_ARCHIVE_TILES: number | undefined;
}

export function tileSettingsOf({
  CAIRN_TILE_CACHE: cache,
  CAIRN_TILE_FEATURES: maxFeatures,
  CAIRN_TILE_SIZE: size,
  CAIRN_ARCHIVE_TILES: maxArchiveTiles,
}: TileValues): TileSettings {
  return {
    cacheInBytes: cache === undefined ? shareOfMemory(1 / 32, 0, 64) : cache * MEBIBYTE,
    ...(maxFeatures !== undefined && { maxFeatures }),
    ...(size !== undefined && { maxSizeInBytes: size * 1024 }),
    maxArchiveTiles,
  };
}

interface FileValues {
  readonly CAIRN_MAX_FILE_READERS: number | undefined;
  readonly CAIRN_FILE_READER_QUEUE: number | undefined;
  readonly CAIRN_FILE_READER_SECONDS: number | undefined;
}

export function featureFilesOf({
  CAIRN_MAX_FILE_READERS: processes,
  CAIRN_FILE_READER_QUEUE: waiting,
  CAIRN_FILE_READER_SECONDS: maxSeconds,
}: FileValues): FeatureFilesSettings {
  return { kind: 'processes', processes, waiting, maxSeconds };
}
