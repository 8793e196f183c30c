import { grants, isAtLeast, type Grant, type GrantRole, type Scope } from '@cairn/access';
import type { Caller } from '@cairn/spaces';

type Rights = Caller['rights'];
type Pattern = NonNullable<Rights['readFeatures']>[number];

/** The role that each right on spaces needs. Features have no authors, so contributors can only add features. */
const roles = {
  readFeatures: 'viewer',
  createFeatures: 'contributor',
  updateFeatures: 'editor',
  deleteFeatures: 'editor',
} as const satisfies Partial<Record<keyof Rights, GrantRole>>;

/** Grants on spaces and accounts, converted to rights on spaces, as far as the scopes of the caller allow. */
export function grantedRights(held: readonly Grant[], scopes: readonly Scope[]): Rights {
  const patterns = (needed: (grant: Grant) => GrantRole, scope: Scope): readonly Pattern[] =>
    grants(scopes, scope)
      ? held.filter((grant) => isAtLeast(grant.role, needed(grant))).flatMap(patternOf)
      : [];
  const rights = Object.entries(roles).map(([right, role]) => {
    const scope = right === 'readFeatures' ? 'spaces:read' : 'spaces:write';
    return [right, patterns(() => role, scope)] as const;
  });
  // Editors of an account create and change its spaces. A single space is changed by its managers.
  const manageSpaces = patterns(
    ({ resource }) => (resource.type === 'account' ? 'editor' : 'manager'),
    'spaces:write',
  );
  return { ...Object.fromEntries(rights), manageSpaces, nameSpaces: manageSpaces };
}

/** The combined rights of both. */
export function joined(one: Rights, other: Rights): Rights {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as ReadonlySet<keyof Rights>; // of these two
  return Object.fromEntries([...names].map((name) => [name, [...(one[name] ?? []), ...(other[name] ?? [])]]));
}

function patternOf({ accountId, resource: { type, id } }: Grant): Pattern[] {
  const owner = { attribute: 'owner', text: accountId, isPrefix: false } as const;
  if (type === 'account') return [[owner]];
  return type === 'space' ? [[owner, { attribute: 'id', text: id, isPrefix: false }]] : [];
}
