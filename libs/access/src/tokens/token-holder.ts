/** Whom a token of another issuer names, and what that one may do with spaces. */
export interface TokenHolder {
  /** Owns what the holder creates. */
  readonly accountId: string;
  /** For each right entries of which one must match, with attributes of which all must match, and all their values. */
  readonly rights: Readonly<Record<string, readonly Readonly<Record<string, readonly string[]>>[]>>;
  /** How much the holder may store; absent means any number. */
  readonly limits: {
    readonly maxSpaces?: number | undefined;
    readonly maxFeaturesPerSpace?: number | undefined;
  };
}
