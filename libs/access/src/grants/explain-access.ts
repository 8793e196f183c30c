import { Clock, type PortsOf } from '@cairn/kernel';
import { ApiKeyRepository } from '../keys/api-key-repository.js';
import { isUsable } from '../keys/api-key.js';
import type { Scope } from '../permissions/scope.js';
import { UserNotFound } from '../errors.js';
import { UserDirectory } from '../users/user-directory.js';
import { isAtLeast, type GrantRole } from '../permissions/grant-role.js';
import { GrantRepository } from './grant-repository.js';
import { grantsOn, isOfSpaces, type Grant, type GrantTarget } from './grant.js';

/** Whom the question is about. */
export type Asked = { readonly type: 'user' | 'key'; readonly id: string } | { readonly type: 'everyone' };

/** One reason why somebody has a role. `account`: it is their own. `key`: the scopes of a key of the account. */
export type AccessReason =
  | { readonly kind: 'account' | 'key' | 'everyone'; readonly role: GrantRole }
  | { readonly kind: 'grant'; readonly role: GrantRole; readonly grant: Grant };

export interface AccessQuestion {
  readonly to: Asked;
  readonly target: GrantTarget;
  /** Whether everyone may look at it anyway. */
  readonly isOpen: boolean;
}

/** Explains what somebody may do with something, and why. */
export class ExplainAccess {
  static readonly ports = {
    grants: GrantRepository,
    users: UserDirectory,
    keys: ApiKeyRepository,
    clock: Clock,
  };

  constructor(private readonly ports: PortsOf<typeof ExplainAccess.ports>) {}

  /** Every reason, the strongest first; without any there is no access. @throws {UserNotFound} {KeyNotFound} */
  async execute({ to, target, isOpen }: AccessQuestion): Promise<readonly AccessReason[]> {
    const reasons: AccessReason[] = isOpen ? [{ kind: 'everyone', role: 'viewer' }] : [];
    if (to.type === 'user') {
      const { users } = this.ports;
      if ((await users.find([to.id])).length === 0) throw new UserNotFound();
      if (await users.owns(to.id, target.accountId)) reasons.push({ kind: 'account', role: 'owner' });
    }
    if (to.type === 'key') {
      const key = await this.ports.keys.get(to.id);
      if (!isUsable(key, this.ports.clock.now())) return [];
      const role = key.accountId === target.accountId ? roleOfScopes(key.scopes, target) : undefined;
      if (role !== undefined) reasons.push({ kind: 'key', role });
    }
    if (to.type !== 'everyone') {
      const held = await this.ports.grants.heldBy(`${to.type}:${to.id}`, target.accountId);
      for (const grant of grantsOn(held, target)) reasons.push({ kind: 'grant', role: grant.role, grant });
    }
    return reasons.sort((one, other) =>
      one.role === other.role ? 0 : isAtLeast(one.role, other.role) ? -1 : 1,
    );
  }
}

/** The scopes of a key, as the role that they give in its own account. */
function roleOfScopes(scopes: readonly Scope[], { parts }: GrantTarget): GrantRole | undefined {
  const about = parts.some(({ type }) => isOfSpaces(type)) ? 'spaces' : 'images';
  if (scopes.includes('keys:manage')) return 'manager';
  if (scopes.includes(`${about}:write`)) return 'editor';
  return scopes.includes(`${about}:read`) ? 'viewer' : undefined;
}
