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

export type GroupChange = Partial<Pick<Group, 'name' | 'memberIds'>>;

/** Stores groups of users. */
export abstract class GroupRepository {
  /** @throws {GroupLimitReached} if the account has `limit` groups already, also of concurrent calls. */
  abstract add(group: Group, limit: number): Promise<void>;

  /** All of an account, oldest first, ties in ascending order of identifiers (code units). */
  abstract list(accountId: string): Promise<readonly Group[]>;

  /** Members who leave lose at once what the group has been granted. @throws {GroupNotFound} */
  abstract change(accountId: string, id: string, change: GroupChange): Promise<Group>;

  /** Removes the group with its grants. @throws {GroupNotFound} */
  abstract remove(accountId: string, id: string): Promise<void>;
}
