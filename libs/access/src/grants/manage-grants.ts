import type { Page, PageRequest, PortsOf } from '@cairn/kernel';
import { GrantRepository, type GrantActor } from './grant-repository.js';
import type { Bearer, Grant, GrantedResource } from './grant.js';

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
    return await this.ports.grants.list(accountId, page, resource);
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
