import type { Page, PageRequest } from '@cairn/kernel';
import type { Bearer, Grant, GrantedResource, GrantTarget } from './grant.js';

/** Somebody who changes a grant by virtue of their own role. They must still have the role at that moment. */
export interface GrantActor {
  readonly bearer: Bearer;
  /** The resource of the grant. The actor must be its manager, or an owner to give or take the role of an owner. */
  readonly target: GrantTarget;
}

/**
 * Stores who has which role where. A grantee has one role in each resource. While no user belongs to an account, the
 * role of its last owner can neither be taken nor given up, so that the account is not left to nobody.
 */
export abstract class GrantRepository {
  /**
   * Stores the grant. If the grantee has one there already, changes its role instead. Returns the stored grant. Without
   * an actor, the account itself gives it.
   * @throws {AccessForbidden} if the actor may not. {AccountNeedsOwner}
   * @throws {GrantLimitReached} for a new one if the account has given `limit` already, also by concurrent calls.
   */
  abstract give(grant: Grant, actor?: GrantActor, limit?: number): Promise<Grant>;

  /** @throws {GrantNotFound} */
  abstract get(id: string): Promise<Grant>;

  /**
   * The grants of the bearer and of a user's groups: in one account, or in all. No reader on any node finds a removed
   * one.
   */
  abstract heldBy(bearer: Bearer, accountId?: string): Promise<readonly Grant[]>;

  /** The grants of an account, or of one resource of it. The latest first, then by descending identifier. */
  abstract list(accountId: string, page: PageRequest, resource?: GrantedResource): Promise<Page<Grant>>;

  /** Stores that the grant was used at this time (epoch milliseconds). Does nothing if it is gone. */
  abstract use(id: string, now: number): Promise<void>;

  /** @throws {GrantNotFound} {AccessForbidden} if the actor may not. {AccountNeedsOwner} */
  abstract remove(id: string, actor?: GrantActor): Promise<void>;
}
