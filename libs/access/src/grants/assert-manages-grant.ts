import { AccessForbidden } from '../sharing-errors.js';
import { isAtLeast, type GrantRole } from '../permissions/grant-role.js';
import type { GrantActor } from './grant-repository.js';
import { roleOn, type Grant } from './grant.js';

/**
 * For stores, which ask it in the transaction of the change: of two managers who remove one another, the second one is
 * none any more. `roles` are those of the grant before and after the change, `held` the grants of the actor.
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
