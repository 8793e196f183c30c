import type { StoredFeature } from '../content/stored-feature.js';

/**
 * The oldest version of which all features are known, once a space has reached `version`. The space keeps
 * `versionsToKeep` versions besides the newest one, as XYZ Hub counts them; with 1 it keeps only the newest. Versions
 * from before it kept more than one do not come back.
 */
export function oldestKept(
  { oldestVersion }: { readonly oldestVersion: number },
  version: number,
  versionsToKeep: number,
): number {
  return keepsHistory(versionsToKeep) ? Math.max(oldestVersion, version - versionsToKeep) : version;
}

/** Whether features that are replaced or removed are kept as they were. */
export const keepsHistory = (versionsToKeep: number): boolean => versionsToKeep > 1;

/** A feature as it was until it was replaced or deleted. */
export interface EndedFeature {
  readonly feature: StoredFeature;
  /** The version of the space that ended it: it was there from `feature.version` on, and no longer at this one. */
  readonly ended: number;
}

/** Whether the feature was there at that version. */
export const wasAt = ({ feature, ended }: EndedFeature, version: number): boolean =>
  feature.version <= version && version < ended;
