import { scopes, type Scope } from '../permissions/scope.js';

/** The role of a user in the installation. An owner administers it; a member uses their own account. */
export const roles = ['owner', 'member'] as const;

export type Role = (typeof roles)[number];

/** The scopes of a session of a user with this role. */
export function scopesOf(role: Role): readonly Scope[] {
  return role === 'owner' ? scopes : scopes.filter((scope) => scope !== 'admin');
}
