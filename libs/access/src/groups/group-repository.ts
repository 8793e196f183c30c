import type { Group } from './group.js';

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
