/**
 * What a key may be used for. `keys:manage` is to make, list and revoke keys of its own account; `admin` is to manage
 * every account, and everyone's keys and spaces.
 */
export const scopes = [
  'images:read',
  'images:write',
  'spaces:read',
  'spaces:write',
  'keys:manage',
  'admin',
] as const;

export type Scope = (typeof scopes)[number];

const administration: readonly Scope[] = ['spaces:read', 'spaces:write', 'keys:manage', 'admin'];

/** Whether a key with the scopes `held` may do what needs `scope`: `admin` has what it takes to manage spaces and keys. */
export function grants(held: readonly Scope[], scope: Scope): boolean {
  return held.includes(scope) || (held.includes('admin') && administration.includes(scope));
}
