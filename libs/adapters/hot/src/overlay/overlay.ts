import type { FeaturePut } from '@cairn/spaces/spi';

/** A feature as it is now, with the boxes of its geometry. */
export type OverlaidFeature = Pick<FeaturePut, 'feature' | 'boxes'>;

/** What has changed in a content since its pack was built. Immutable: another write makes another overlay. */
export interface Overlay {
  /** The features that were inserted or replaced, as they are now, by ascending id in the order of code points. */
  readonly features: readonly OverlaidFeature[];
  /** The positions in the pack of the features that were replaced or removed. */
  readonly hidden: ReadonlySet<number>;
}

/** Nothing has changed. */
export const EMPTY_OVERLAY: Overlay = { features: [], hidden: new Set() };
