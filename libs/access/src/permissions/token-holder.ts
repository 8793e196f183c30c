/** The holder of a token from another issuer, and their rights to spaces. */
export interface TokenHolder {
  /** The owner of the spaces that the holder creates. */
  readonly accountId: string;
  /** Entries by right. One entry must match, with all of its attributes and all their values. */
  readonly rights: Readonly<Record<string, readonly Readonly<Record<string, readonly string[]>>[]>>;
  /** The storage limits of the holder. An absent one means unlimited. */
  readonly limits: {
    readonly maxSpaces?: number | undefined;
    readonly maxFeaturesPerSpace?: number | undefined;
  };
}
