import { type Page, type PageRequest, type PortsOf, Clock, IdGenerator, parsePage } from '@cairn/kernel';
import { GrantRepository, type GrantActor } from './grant-repository.js';
import { type Bearer, type Grant, type GrantedResource, MAX_GRANTS, roleOn } from './grant.js';
import { assertFits } from './may-give.js';
import { AccessForbidden } from '../sharing-errors.js';
import { isAtLeast, type GrantRole } from '../permissions/grant-role.js';

const ID_LENGTH = 22;

/** Reads and removes grants. */
export class ManageGrants {
  static readonly ports = { grants: GrantRepository };

  constructor(private readonly ports: PortsOf<typeof ManageGrants.ports>) {}

  /** @throws {GrantNotFound} */
  async get(id: string): Promise<Grant> {
    return await this.ports.grants.get(id);
  }

  /** The grants of the bearer, including those of their groups: in one account, or in all. */
  async heldBy(bearer: Bearer, accountId?: string): Promise<readonly Grant[]> {
    return await this.ports.grants.heldBy(bearer, accountId);
  }

  /** The grants of an account, or of one resource of it. The latest first. */
  async list(accountId: string, page: PageRequest, resource?: GrantedResource): Promise<Page<Grant>> {
    return await this.ports.grants.list(accountId, parsePage(page), resource);
  }

  /**
   * Ends access, at once and on every node. What the grantee added stays. Without an actor, the account itself takes
   * the grant, or its grantee gives it up.
   * @throws {GrantNotFound} {AccessForbidden} {AccountNeedsOwner}
   */
  async remove(id: string, actor?: GrantActor): Promise<void> {
    await this.ports.grants.remove(id, actor);
  }
}

export type GrantRequest = Pick<Grant, 'accountId' | 'resource' | 'to' | 'role'>;

/** Gives somebody a role in a resource of an account, or another role than before. */
export class GiveGrant {
  static readonly ports = { grants: GrantRepository, clock: Clock, ids: IdGenerator };

  constructor(private readonly ports: PortsOf<typeof GiveGrant.ports>) {}

  /**
   * The caller has checked that the resource belongs to the account, and that the grantee exists. Without `actor`, the
   * account itself gives the grant.
   * @throws {InvalidInput} {AccessForbidden} {AccountNeedsOwner} {GrantLimitReached}
   */
  async execute(request: GrantRequest, actor?: GrantActor): Promise<Grant> {
    const { grants, clock, ids } = this.ports;
    assertFits(request, '/role');
    const grant = { id: ids.next(ID_LENGTH), ...request, createdAt: clock.now() };
    return await grants.give(grant, actor, MAX_GRANTS);
  }
}

/**
 * Stores call this in the transaction of the change. If two managers remove one another, the second one is no longer a
 * manager by then. `roles` are those of the grant before and after the change, `held` the grants of the actor.
 * @throws {AccessForbidden}
 */
export function assertManagesGrant(
  { target }: GrantActor,
  held: readonly Grant[],
  roles: readonly (GrantRole | undefined)[],
): void {
  const needed = roles.includes('owner') ? 'owner' : 'manager';
  if (!isAtLeast(roleOn(held, target), needed)) throw new AccessForbidden(needed);
}
