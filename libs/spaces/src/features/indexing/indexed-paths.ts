import { MAX_KEY_LENGTH } from '../../registry/settings/parse-settings.js';
import type { SpaceSettings } from '../../registry/settings/space-settings.js';
import { type MemberPath, specialMemberOf } from '../searching/property-filter.js';

const ROOT = 'f.';

/** The member that a key of `searchableProperties` names. */
export interface SearchableMember {
  readonly key: string;
  readonly path: MemberPath;
  /** Whether it is indexed because searches asked for it. */
  readonly isByUse: boolean;
}

/**
 * The members to index, by their first key: those that the space declares, then those that searches asked for, unless
 * the space has `false` for them. A key `a.b` leads into `properties`, `f.a` starts at the feature. `::type` at the end
 * of a key makes no difference, because an index holds values of every type. Leaves out members that have columns of
 * their own, such as the id.
 */
export function searchableMembers({
  searchableProperties = {},
  indexedByUse = {},
}: SpaceSettings): readonly SearchableMember[] {
  const members = new Map<string, SearchableMember>();
  for (const [given, isWanted] of Object.entries(searchableProperties)) {
    const key = withoutType(given);
    const path = pathOf(key);
    const name = JSON.stringify(path);
    if (isWanted && specialMemberOf(path) === undefined && !members.has(name))
      members.set(name, { key, path, isByUse: false });
  }
  const declared = declaredKeys({ searchableProperties });
  for (const key of Object.keys(indexedByUse))
    if (!declared.has(key))
      members.set(JSON.stringify(pathOf(key)), { key, path: pathOf(key), isByUse: true });
  return [...members.values()];
}

/** The keys that the space itself has as `true` or `false`, without types, spelled as `keyOf` does. */
export function declaredKeys({ searchableProperties = {} }: SpaceSettings): ReadonlySet<string> {
  const keys = Object.keys(searchableProperties).map(withoutType);
  return new Set(keys.map((key) => keyOf(pathOf(key)) ?? key));
}

const withoutType = (given: string): string => given.split('::', 1)[0] ?? '';

const pathOf = (key: string): MemberPath =>
  key.startsWith(ROOT) ? key.slice(ROOT.length).split('.') : ['properties', ...key.split('.')];

/** The key of a member; `undefined` if no key that a space may declare leads to it. */
export function keyOf(path: MemberPath): string | undefined {
  const [first, ...rest] = path;
  const key = first === 'properties' && rest.length > 0 ? rest.join('.') : `${ROOT}${path.join('.')}`;
  const leadsBack = !key.includes('::') && JSON.stringify(pathOf(key)) === JSON.stringify(path);
  const isStorable = key !== '' && !/[\0\p{Cs}]/u.test(key) && [...key].length <= MAX_KEY_LENGTH;
  return leadsBack && isStorable ? key : undefined;
}

/** The paths of the members to index. */
export function indexedPaths(settings: SpaceSettings): readonly MemberPath[] {
  return searchableMembers(settings).map(({ path }) => path);
}
