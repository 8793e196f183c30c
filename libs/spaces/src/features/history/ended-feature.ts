import type { StoredFeature } from '../content/stored-feature.js';

/** A feature as it was until it was replaced or deleted. */
export interface EndedFeature {
  readonly feature: StoredFeature;
  /** The version of the space that ended it: it was there from `feature.version` on, and no longer at this one. */
  readonly ended: number;
}

/** Whether the feature was there at that version. */
export const wasAt = ({ feature, ended }: EndedFeature, version: number): boolean =>
  feature.version <= version && version < ended;
