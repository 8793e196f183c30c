import type { StoredFeature } from '../content/stored-feature.js';
import type { ContentHead } from './content-head.js';
import type { WriteBatch } from './write-batch.js';

/** A feature as it was at a version of its space. */
export interface FormerFeature {
  readonly id: string;
  readonly version: number;
}

/**
 * What a store has to look up in the history to plan a batch: versions that clients have changed and that are no longer
 * stored as the latest.
 */
export function formerFeatures(
  { modifications }: Pick<WriteBatch, 'modifications'>,
  stored: ReadonlyMap<string, StoredFeature>,
  { version, oldestVersion }: Pick<ContentHead, 'version' | 'oldestVersion'>,
): readonly FormerFeature[] {
  if (oldestVersion === version) return [];
  return modifications.flatMap(({ draft: { id, baseVersion } }) => {
    const known = stored.get(id)?.version ?? Infinity;
    return baseVersion !== undefined && baseVersion < known ? [{ id, version: baseVersion }] : [];
  });
}
