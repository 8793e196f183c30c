import type { BoundingBox } from '@cairn/geometry';
import type { FeatureOutline } from './feature-outline.js';

/** A feature as a client gave it: valid, normalised, and plain data. The parts are JSON texts. */
export interface FeatureDraft {
  readonly id: string;
  /** An object with the members that RFC 7946 does not define. */
  readonly foreign: string;
  /** `undefined` where the client gave none. */
  readonly geometry: string | undefined;
  /** An object without the namespace, or `null`; `undefined` where the client gave none. */
  readonly properties: string | undefined;
  /** Normalised; `undefined` where the client gave none. */
  readonly tags: readonly string[] | undefined;
  /** The boxes to index its geometry by. */
  readonly boxes: readonly BoundingBox[];
  /** The outline of the feature if it is new, or replaces another. */
  readonly outline: FeatureOutline;
  /** The version of the stored feature that the client changed, where conflicts are to be detected. */
  readonly baseVersion: number | undefined;
}

/** A draft that only names a feature: for a deletion, or for a change of tags alone. */
export function emptyDraft(id: string): FeatureDraft {
  return {
    id,
    foreign: '{}',
    geometry: undefined,
    properties: undefined,
    tags: undefined,
    boxes: [],
    outline: '',
    baseVersion: undefined,
  };
}
