import { Clock, IdGenerator, type PortsOf } from '@cairn/kernel';
import { GrantRepository, type GrantActor } from './grant-repository.js';
import { MAX_GRANTS, type Grant } from './grant.js';
import { assertFits } from './may-give.js';

const ID_LENGTH = 22;

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
