/** What an account uses in all its spaces. */
export interface FeatureUse {
  readonly featureCount: number;
  /** As in `ContentSummary`, summed over all spaces. */
  readonly length: number;
}

/** Limits of an account over all its spaces; absent means unlimited. */
export interface FeatureQuota {
  readonly maxFeatures?: number | undefined;
  /**
   * Length of the texts of its features without their namespaces, in UTF-16 code units: the number of bytes, if they
   * are ASCII.
   */
  readonly maxLength?: number | undefined;
}

/** How much a change adds to the use, or takes away from it. */
export interface UseChange {
  readonly features: number;
  readonly length: number;
}

/** Counts the change of an account's usage by a batch. */
export class AccountUse {
  private features: number;
  private length: number;

  constructor(
    { featureCount, length }: FeatureUse,
    private readonly quota: FeatureQuota = {},
  ) {
    [this.features, this.length] = [featureCount, length];
  }

  /** Why the quota does not allow a change, if it does not. It always allows the use to shrink. */
  refusalOf({ features, length }: UseChange): string | undefined {
    const { maxFeatures = Infinity, maxLength = Infinity } = this.quota;
    if (features > 0 && this.features + features > maxFeatures)
      return `The account may have ${maxFeatures} features in all its spaces.`;
    if (length > 0 && this.length + length > maxLength)
      return `The account may have features of ${maxLength} bytes in all its spaces.`;
    return undefined;
  }

  add({ features, length }: UseChange): void {
    this.features += features;
    this.length += length;
  }
}
