/** A deletion of features to be restored. */
export interface WantedRestoration {
  /** The entry in the trash. */
  readonly entry: string;
  readonly spaceId: string;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
}

/**
 * What the trash holds of features: those of removed spaces, and those that were deleted from a space. `SpaceRepository` and
 * `FeatureStore` put them there and restore them.
 */
export abstract class FeatureTrash {
  /** Leaves what is held for an entry to `FeatureMaintenance.purge`. Succeeds whether or not anything is. */
  abstract release(entry: string): Promise<void>;

  /** Has a deletion of features restored by whoever asks for `findWanted`. @throws {NotInTrash} */
  abstract want(entry: string, limits: Pick<WantedRestoration, 'maxFeatures'>): Promise<void>;

  /** A deletion that is wanted, if there is one. */
  abstract findWanted(): Promise<WantedRestoration | undefined>;

  /** Ends that it is wanted. Succeeds whether or not it is. */
  abstract unwant(entry: string): Promise<void>;
}
