import type { Right, Rights } from './rights.js';
import { parseTextPattern, type AttributePattern, type SpacePattern } from './space-pattern.js';

/** The attributes that one entry of a token's right asks for, each with values that must all match. */
export type AttributeMap = Readonly<Record<string, readonly string[]>>;

const attributes = new Map<string, AttributePattern['attribute']>([
  ['owner', 'owner'],
  ['space', 'id'],
  ['packages', 'package'],
]);

const known: readonly Right[] = [
  'readFeatures',
  'createFeatures',
  'updateFeatures',
  'deleteFeatures',
  'manageSpaces',
  'adminSpaces',
  'managePackages',
] as const;

/**
 * Reads the rights of a token of XYZ Hub: for each right a list of attribute maps, of which one must match with all its
 * attributes. An entry matches nothing if it has an attribute that spaces do not have, or one without a value.
 */
export function tokenRights(given: Readonly<Record<string, readonly AttributeMap[]>>): Rights {
  return Object.fromEntries(
    known.map((right) => {
      const maps = Object.hasOwn(given, right) ? (given[right] ?? []) : [];
      return [right, maps.flatMap(patternsOf)];
    }),
  );
}

/** The pattern of the entry; none if it matches nothing. */
function patternsOf(map: AttributeMap): readonly SpacePattern[] {
  const entries = Object.entries(map);
  if (entries.some(([name, values]) => !attributes.has(name) || values.length === 0)) return [];
  const pattern = entries.flatMap(([name, values]) => {
    const attribute = attributes.get(name);
    return attribute === undefined ? [] : values.map((value) => ({ attribute, ...parseTextPattern(value) }));
  });
  return [pattern];
}
