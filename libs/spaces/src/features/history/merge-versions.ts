import { isMembers, type Json, jsonEqual, type JsonMembers, memberOf } from '../../json/json.js';
import { writeJson } from '../../json/read-json.js';
import { bodyOf, type FeatureMembers, readBody } from '../content/feature-body.js';

/** The same value in the base, and as two writers changed it. */
interface Versions {
  /** The version that both writers started from. */
  readonly base: Json | undefined;
  readonly stored: Json | undefined;
  readonly wanted: Json | undefined;
}

/** The result of merging two changes of one feature: a body with both, or where they conflict. */
export type MergedBody = { readonly body: string } | { readonly clash: string };

/**
 * Applies the changes between `base` and `wanted` to `stored`, which others have made from `base`. Merges objects
 * member by member; arrays and the geometry count as one value each. The clash is a JSON Pointer into the feature.
 */
export function mergeBodies(
  id: string,
  bodies: { readonly base: string; readonly stored: string; readonly wanted: string },
): MergedBody {
  const base = readBody(bodies.base);
  const [stored, wanted] = [readBody(bodies.stored), readBody(bodies.wanted)];
  const clashes: string[] = [];
  const merged = (name: keyof FeatureMembers): JsonMembers =>
    mergedMembers(
      { base: base[name], stored: stored[name], wanted: wanted[name] },
      { pointer: name === 'foreign' ? '' : `/${name}`, clashes },
    );
  const geometry = chosen({ base: base.geometry, stored: stored.geometry, wanted: wanted.geometry });
  if (geometry === 'clash') clashes.push('/geometry');
  const [foreign, properties] = [merged('foreign'), merged('properties')];
  const [clash] = clashes;
  if (clash !== undefined || geometry === 'clash') return { clash: clash ?? '/geometry' };
  const texts = { foreign: writeJson(foreign), properties: writeJson(properties) };
  return { body: bodyOf({ id, geometry: writeJson(geometry.value ?? null), ...texts }) };
}

interface Place {
  readonly pointer: string;
  /** Conflicts that are found are added here. */
  readonly clashes: string[];
}

function mergedMembers({ base, stored, wanted }: Versions, { pointer, clashes }: Place): JsonMembers {
  const merged = new Map<string, Json>();
  for (const name of new Set([...namesOf(stored), ...namesOf(wanted)])) {
    const versions = {
      base: memberOf(base, name),
      stored: memberOf(stored, name),
      wanted: memberOf(wanted, name),
    };
    const place = { pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, clashes };
    const choice = chosen(versions);
    if (choice !== 'clash') {
      if (choice.value !== undefined) merged.set(name, choice.value);
    } else if (isMembers(versions.stored) && isMembers(versions.wanted))
      merged.set(name, mergedMembers(versions, place));
    else clashes.push(place.pointer);
  }
  return Object.fromEntries(merged);
}

/** The value of the side that changed it. */
function chosen({ base, stored, wanted }: Versions): { readonly value: Json | undefined } | 'clash' {
  if (isSame(base, wanted)) return { value: stored };
  return isSame(base, stored) || isSame(stored, wanted) ? { value: wanted } : 'clash';
}

const isSame = (one: Json | undefined, other: Json | undefined): boolean =>
  one === undefined || other === undefined ? one === other : jsonEqual(one, other);

const namesOf = (value: Json | undefined): readonly string[] => (isMembers(value) ? Object.keys(value) : []);

/** The tags with the additions and removals of both writers. */
export function mergeTags(tags: {
  readonly base: readonly string[];
  readonly stored: readonly string[];
  readonly wanted: readonly string[];
}): readonly string[] {
  const [base, wanted] = [new Set(tags.base), new Set(tags.wanted)];
  const kept = tags.stored.filter((tag) => wanted.has(tag) || !base.has(tag));
  return [...new Set([...kept, ...tags.wanted.filter((tag) => !base.has(tag))])];
}
