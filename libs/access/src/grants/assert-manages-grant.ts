import { AccessForbidden } from '../sharing-errors.js';
import { isAtLeast, type GrantRole } from '../permissions/grant-role.js';
import type { GrantActor } from './grant-repository.js';
import { roleOn, type Grant } from './grant.js';

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
