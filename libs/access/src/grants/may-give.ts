import { InvalidInput } from '@cairn/kernel';
import { ScopeMissing } from '../errors.js';
import type { Caller } from '../permissions/caller.js';
import { missingScope, type Scope } from '../permissions/scope.js';
import type { GrantRole } from '../permissions/grant-role.js';
import { isOfSpaces, type Grant, type Grantee, type GrantedResource } from './grant.js';

/** A key can only pass on rights that it has itself. @throws {ScopeMissing} */
export function assertPassesOn(
  caller: Caller,
  { resource, role }: { readonly resource: Pick<GrantedResource, 'type'>; readonly role: GrantRole },
): void {
  const needed: Scope[] = [];
  for (const about of aboutOf(resource))
    needed.push(`${about}:read`, ...(role === 'viewer' ? [] : [`${about}:write` as const]));
  const missing = missingScope(caller, needed);
  if (missing !== undefined) throw new ScopeMissing(missing);
}

/**
 * Only an account has owners, and only users can be owners. Not groups: managers change them, and could make themselves
 * owners or leave an account to nobody. Not keys: a revoked key would still be an owner.
 * @throws {InvalidInput} about the role at `pointer`.
 */
export function assertFits(
  { role, resource, to }: Pick<Grant, 'role' | 'resource'> & { readonly to?: Grantee | undefined },
  pointer: string,
): void {
  const isByUser = to === undefined || to.type === 'user';
  if (role !== 'owner' || (resource.type === 'account' && isByUser)) return;
  const detail = isByUser ? 'Only an account has owners.' : 'Only users own an account.';
  throw new InvalidInput([{ pointer, code: 'unknown-choice', detail }]);
}

function aboutOf({ type }: Pick<GrantedResource, 'type'>): readonly ('images' | 'spaces')[] {
  if (type === 'account') return ['images', 'spaces'];
  return isOfSpaces(type) ? ['spaces'] : ['images'];
}
