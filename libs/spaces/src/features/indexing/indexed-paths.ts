import type { SpaceSettings } from '../../registry/settings/space-settings.js';
import { type MemberPath, specialMemberOf } from '../searching/property-filter.js';

const ROOT = 'f.';

/** The member that a key of `searchableProperties` names. */
export interface SearchableMember {
  readonly key: string;
  readonly path: MemberPath;
}

/**
 * The members that are to be indexed, by their first key. A key `a.b` leads into `properties`, `f.a` starts at the
 * feature; `::type` at its end makes no difference, as an index holds values of every type. Members that are found by
 * columns of their own, as the id is, are left out.
 */
export function searchableMembers({ searchableProperties = {} }: SpaceSettings): readonly SearchableMember[] {
  const members = new Map<string, SearchableMember>();
  for (const [given, isWanted] of Object.entries(searchableProperties)) {
    const key = given.split('::', 1)[0] ?? '';
    const path = key.startsWith(ROOT) ? key.slice(ROOT.length).split('.') : ['properties', ...key.split('.')];
    const name = JSON.stringify(path);
    if (isWanted && specialMemberOf(path) === undefined && !members.has(name))
      members.set(name, { key, path });
  }
  return [...members.values()];
}

/** Their paths. */
export function indexedPaths(settings: SpaceSettings): readonly MemberPath[] {
  return searchableMembers(settings).map(({ path }) => path);
}
