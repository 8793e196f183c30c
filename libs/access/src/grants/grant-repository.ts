import type { Page, PageRequest } from '@cairn/kernel';
import type { Bearer, Grant, GrantedResource, GrantTarget } from './grant.js';

/** Somebody who changes a grant by a role of their own, which must hold at that moment. */
export interface GrantActor {
  readonly bearer: Bearer;
  /** The resource of the grant. They must be its manager; to give or take the role of an owner, an owner. */
  readonly target: GrantTarget;
}

/**
 * Stores who has which role where. A grantee has one role in each resource. An account whose owners are gone is left to
 * nobody: the role of its last owner can neither be taken nor given up while no user belongs to it.
 */
export abstract class GrantRepository {
  /**
   * Stores the grant, or its role in the one that the grantee has there already. Returns what is stored. Without an
   * actor the account itself gives it.
   * @throws {AccessForbidden} if the actor may not. {AccountNeedsOwner}
   * @throws {GrantLimitReached} for a new one if the account has given `limit` already, also by concurrent calls.
   */
  abstract give(grant: Grant, actor?: GrantActor, limit?: number): Promise<Grant>;

  /** @throws {GrantNotFound} */
  abstract get(id: string): Promise<Grant>;

  /** Those of the bearer and of the groups a user is in: in one account, or in all. No reader on any node finds a removed one. */
  abstract heldBy(bearer: Bearer, accountId?: string): Promise<readonly Grant[]>;

  /** Those of an account, or of one resource of it. The latest first, then by descending identifier. */
  abstract list(accountId: string, page: PageRequest, resource?: GrantedResource): Promise<Page<Grant>>;

  /** @throws {GrantNotFound} {AccessForbidden} if the actor may not. {AccountNeedsOwner} */
  abstract remove(id: string, actor?: GrantActor): Promise<void>;
}
