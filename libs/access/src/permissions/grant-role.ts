/**
 * What a grant allows. Each role includes those before it. `viewer`: look. `contributor`: add, and change what they
 * have added. `editor`: change everything. `manager`: also share it. `owner`, of an account only: decide about its
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
