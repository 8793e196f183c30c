/** Users of an account's choice, who are given roles together. */
export interface Group {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** In ascending order (code units). */
  readonly memberIds: readonly string[];
  /** In epoch milliseconds. */
  readonly createdAt: number;
}

export const MAX_GROUPS = 1_000;
export const MAX_GROUP_MEMBERS = 1_000;
