import { isItems, isMembers, type Json, type JsonMembers } from '../../json/json.js';
import type { MemberPath } from '../searching/property-filter.js';

/** Which members of a feature are shown, besides `type`, `id` and the geometry. */
export interface FeatureSelection {
  /** From the feature on; a step into an array is a number. */
  readonly paths: readonly MemberPath[] | 'all';
  /** Whether the geometry is shown, or null in its place. */
  readonly geometry: 'shown' | 'null';
}

/** What is wanted below a member: all of it, or only some of its own members. */
type Wanted = 'all' | Map<string, Wanted>;

/** The feature with only its selected members. It always has `properties`, even if they are empty. */
export function selectMembers(feature: JsonMembers, { paths, geometry }: FeatureSelection): JsonMembers {
  const selected = paths === 'all' ? feature : pickPaths(feature, paths);
  const shown = geometry === 'shown' ? selected : { ...selected, geometry: null };
  return { ...shown, properties: selected['properties'] ?? {} };
}

function pickPaths(feature: JsonMembers, paths: readonly MemberPath[]): JsonMembers {
  const wanted = new Map<string, Wanted>();
  for (const path of [['type'], ['id'], ['geometry'], ...paths]) want(path, wanted);
  return pickMembers(feature, wanted);
}

function want([step, ...rest]: MemberPath, wanted: Map<string, Wanted>): void {
  if (step === undefined) return;
  const below = wanted.get(step) ?? new Map<string, Wanted>();
  if (below === 'all') return;
  wanted.set(step, rest.length === 0 ? 'all' : below);
  want(rest, below);
}

function pickMembers(members: JsonMembers, wanted: ReadonlyMap<string, Wanted>): JsonMembers {
  const picked = Object.entries(members).flatMap(([name, member]): [string, Json][] => {
    const value = pick(member, wanted.get(name));
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(picked);
}

/** Nothing, where it or everything below it is not wanted; arrays close up. */
function pick(value: Json, wanted: Wanted | undefined): Json | undefined {
  if (wanted === 'all') return value;
  if (wanted === undefined) return undefined;
  if (isItems(value)) {
    const items = value.map((item, index) => pick(item, wanted.get(String(index))));
    const picked = items.filter((item) => item !== undefined);
    return picked.length > 0 ? picked : undefined;
  }
  if (!isMembers(value)) return undefined;
  const picked = pickMembers(value, wanted);
  return Object.keys(picked).length > 0 ? picked : undefined;
}
