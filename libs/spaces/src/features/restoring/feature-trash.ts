/** A deletion of features to be restored. */
export interface WantedRestoration {
  /** The entry in the trash. */
  readonly entry: string;
  readonly spaceId: string;
  /** Maximum features of the space. */
  readonly maxFeatures?: number | undefined;
}

/**
 * Features in the trash: those of removed spaces, and those that were deleted from a space. `SpaceRepository` and
 * `FeatureStore` put them there and restore them.
 */
export abstract class FeatureTrash {
  /** Leaves the features of an entry to `FeatureMaintenance.purge`. Succeeds even if there are none. */
  abstract release(entry: string): Promise<void>;

  /** Marks a deletion of features to be restored by the job that calls `findWanted`. @throws {NotInTrash} */
  abstract want(entry: string, limits: Pick<WantedRestoration, 'maxFeatures'>): Promise<void>;

  /** A deletion that is marked to be restored, if there is one. */
  abstract findWanted(): Promise<WantedRestoration | undefined>;

  /** Removes the mark. Succeeds even if there is none. */
  abstract unwant(entry: string): Promise<void>;
}
