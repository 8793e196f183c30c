/**
 * What a grant allows, each with what is before it. `viewer`: to look. `contributor`: to add, and to change what they have
 * added. `editor`: to change everything. `manager`: to share it, too. `owner`: of an account only, to decide about its
 * owners.
 */
export const GRANT_ROLES = ['viewer', 'contributor', 'editor', 'manager', 'owner'] as const;
export type GrantRole = (typeof GRANT_ROLES)[number];

/** Whether the role allows what `needed` does. */
export function isAtLeast(role: GrantRole | undefined, needed: GrantRole): boolean {
  return role !== undefined && rankOf(role) >= rankOf(needed);
}

/** The higher, the stronger. */
export const rankOf = (role: GrantRole): number => GRANT_ROLES.indexOf(role);
