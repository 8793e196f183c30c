/** A set of users, chosen by an account, who are given roles together. */
export interface Group {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** In ascending order (code units). */
  readonly memberIds: readonly string[];
  /** In epoch milliseconds. */
  readonly createdAt: number;
}

/** All groups of an account are read at once, with their members: 10,000 of them take milliseconds. */
export const MAX_GROUPS = 50;
export const MAX_GROUP_MEMBERS = 200;
