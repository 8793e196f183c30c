/**
 * What a key may be used for. `keys:manage` allows creating, listing and revoking keys of its own account. `admin`
 * allows managing all accounts and everyone's keys and spaces.
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

/** Whether a key with the scopes `held` has `scope`. `admin` includes the scopes for spaces and keys, not for images. */
export function grants(held: readonly Scope[], scope: Scope): boolean {
  return held.includes(scope) || (held.includes('admin') && administration.includes(scope));
}

/** The first scope that the caller lacks. */
export function missingScope(
  { scopes: held }: { readonly scopes: readonly Scope[] },
  scopes: readonly Scope[],
): Scope | undefined {
  return scopes.find((scope) => !grants(held, scope));
}
